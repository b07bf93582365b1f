package dev.ipw.benchmarks.scoring;

/** The reason that a text is not a list of function calls. */
final class CallSyntaxException extends Exception {
    private static final long serialVersionUID = 1L;

    CallSyntaxException(String reason) {
        super(reason);
    }
}
