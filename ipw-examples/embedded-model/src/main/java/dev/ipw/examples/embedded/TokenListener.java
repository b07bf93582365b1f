package dev.ipw.examples.embedded;

/**
 * A listener that receives each character of an answer as soon as it is certain to be a part of it, on the computing
 * thread.
 */
@FunctionalInterface
interface TokenListener {

    /**
     * Takes one character; the closing newline and a stop text are not reported.
     *
     * @param logits one number per character of the vocabulary, from which this one was chosen; overwritten after the
     *               call
     */
    void generated(char character, float[] logits);

    /** Takes the number of tokens of the prompt, after it has gone through the model. */
    default void prompted(int tokens) {}
}
