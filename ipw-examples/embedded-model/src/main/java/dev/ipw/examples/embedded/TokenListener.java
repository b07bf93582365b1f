package dev.ipw.examples.embedded;

/** Hear of each character of an answer as soon as it is computed, on the thread that computes. */
@FunctionalInterface
interface TokenListener {

    /** Take one character; the closing newline is not reported. */
    void generated(char character);
}
