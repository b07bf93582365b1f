package dev.ipw.benchmarks.math;

/** A text that cannot be read as an expression. */
final class UnreadableMathException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnreadableMathException(String message) {
        super(message, null, false, false);
    }
}
