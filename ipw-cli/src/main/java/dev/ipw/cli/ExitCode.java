package dev.ipw.cli;

/** The exit codes of the process. */
final class ExitCode {
    static final int FINE = 0;
    static final int SOME_FAILED = 1;
    static final int WRONG_USE = 2;
    static final int SERVER_UNREACHABLE = 3;
    static final int BEYOND_LIMIT = 4;
    static final int INCONCLUSIVE = 5;
    static final int INTERRUPTED = 130;
    /** The exit code that a shell reports for a program that SIGPIPE ended. */
    static final int CLOSED_PIPE = 141;

    private ExitCode() {}
}
