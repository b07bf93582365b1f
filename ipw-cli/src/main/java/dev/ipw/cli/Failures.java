package dev.ipw.cli;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.error.IpwException;
import dev.ipw.error.ServerUnreachableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turn a failure into a message and an exit code. */
final class Failures {
    private static final Logger LOGGER = LoggerFactory.getLogger(Failures.class);

    private Failures() {}

    static int report(Throwable failure, Terminal terminal) {
        LOGGER.info("The command failed", failure);
        switch (failure) {
            case InterruptedException interrupted -> terminal.err().println("Interrupted.");
            case IpwException told -> terminal.err().println(told.getMessage());
            case OutOfMemoryError full -> terminal.err().println("ipw ran out of memory: " + full.getMessage()
                    + "\nIPW_JAVA_OPTIONS=-Xmx4g, for example, gives it more. The log has the details: "
                    + LogFile.path());
            default -> terminal.err().println(
                    "ipw failed unexpectedly: " + failure + "\nThe log has the details: " + LogFile.path());
        }
        return exitCode(failure);
    }

    private static int exitCode(Throwable failure) {
        return switch (failure) {
            case InterruptedException interrupted -> ExitCode.INTERRUPTED;
            case ConfigurationException wrongUse -> ExitCode.WRONG_USE;
            case InputException unreadable -> ExitCode.WRONG_USE;
            case ServerUnreachableException unreachable -> ExitCode.SERVER_UNREACHABLE;
            default -> ExitCode.SOME_FAILED;
        };
    }
}
