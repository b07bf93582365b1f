package dev.ipw.benchmarks.math;

/** The lack of an exact form of an expression, which must then be compared another way. */
final class NoExactFormException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NoExactFormException(String message) {
        super(message, null, false, false);
    }
}
