package dev.ipw.cli;

import dev.ipw.cli.terminal.Terminal;

/** The entry point of the {@code ipw} command. */
public final class Main {
    private Main() {}

    /**
     * Runs one command and exits with its exit code.
     *
     * @param arguments the arguments after {@code ipw}
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
