package dev.ipw.cli;

/** Start the {@code ipw} command. */
public final class Main {
    private Main() {}

    /**
     * Run one command and leave with its exit code.
     *
     * @param arguments what was typed after {@code ipw}
     */
    public static void main(String[] arguments) {
        Interruption interruption = Interruption.watch();
        int exitCode;
        try {
            exitCode = IpwCommand.run(arguments, Terminal.system());
        } finally {
            interruption.finished();
        }
        System.exit(exitCode);
    }
}
