package dev.ipw.examples.embedded;

/** The reasons for the end of a generation. */
enum FinishReason {
    /** The model wrote the newline that closes an answer, or a stop text. */
    STOP,
    /** The allowed number of tokens was reached, or the model's context was full. */
    LENGTH,
    /** The caller cancelled it. */
    CANCELLED
}
