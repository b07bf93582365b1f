package dev.ipw.examples.embedded;

/** Hears of each character of an answer as soon as it is computed, on the thread that computes. */
@FunctionalInterface
interface TokenListener {

    /** Takes one character; the closing newline is not reported. */
    void generated(char character);
}
