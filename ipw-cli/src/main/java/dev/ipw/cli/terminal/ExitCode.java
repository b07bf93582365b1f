package dev.ipw.cli.terminal;

/** The exit codes of the process. */
public final class ExitCode {
    public static final int FINE = 0;
    public static final int SOME_FAILED = 1;
    public static final int WRONG_USE = 2;
    public static final int SERVER_UNREACHABLE = 3;
    public static final int BEYOND_LIMIT = 4;
    public static final int INCONCLUSIVE = 5;
    public static final int INTERRUPTED = 130;
    /** The exit code that a shell reports for a program that SIGPIPE ended. */
    public static final int CLOSED_PIPE = 141;

    private ExitCode() {}
}
