package dev.ipw.benchmarks.math;

/** A limit on the size, depth or work of an expression that was exceeded. */
final class MathLimitException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MathLimitException(String message) {
        super(message, null, false, false);
    }
}
