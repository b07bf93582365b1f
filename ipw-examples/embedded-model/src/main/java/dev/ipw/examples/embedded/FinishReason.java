package dev.ipw.examples.embedded;

/** List why a generation ended. */
enum FinishReason {
    /** The model wrote the newline that closes an answer, or a stop text. */
    STOP,
    /** The allowed number of tokens was reached, or the model's context was full. */
    LENGTH,
    /** The caller asked to end it. */
    CANCELLED
}
