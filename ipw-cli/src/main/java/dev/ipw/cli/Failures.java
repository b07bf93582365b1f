package dev.ipw.cli;

import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.cli.terminal.LiveScreen;
import dev.ipw.cli.terminal.LogFile;
import dev.ipw.cli.terminal.LostResultException;
import dev.ipw.cli.terminal.ResultStream;
import dev.ipw.cli.terminal.Terminal;
import dev.ipw.cli.text.CommandWords;
import dev.ipw.cli.text.TextTable;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.error.IpwException;
import dev.ipw.error.ServerUnreachableException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.io.FailureText;
import dev.ipw.internal.secret.Redaction;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The conversion of a failure into a message and an exit code. */
final class Failures {
    private static final Logger LOGGER = LoggerFactory.getLogger(Failures.class);
    private static final int MAX_CHARACTERS = 2048;

    private Failures() {}

    static int report(Throwable failure, Terminal terminal) {
        LiveScreen.restore();
        LOGGER.info("The command failed", failure);
        switch (failure) {
            case LostResultException lost -> terminal.out().flush();
            case InterruptedException interrupted -> print(terminal, "Interrupted.");
            case CancellationException cancelled -> print(terminal, "Interrupted."
                    + Optional.ofNullable(cancelled.getMessage()).map(text -> " " + text).orElse(""));
            case IpwException expected ->
                print(terminal, CommandWords.of(Redaction.text(String.valueOf(expected.getMessage()))));
            case OutOfMemoryError full -> print(terminal, "ipw ran out of memory: " + full.getMessage()
                    + "\nIPW_JAVA_OPTIONS=-Xmx4g, for example, gives it more. The log has the details: "
                    + LogFile.path());
            default ->
                print(terminal, "ipw failed unexpectedly: " + Redaction.excerpt(FailureText.of(failure), MAX_CHARACTERS)
                        + "\nThe log has the details: " + LogFile.path());
        }
        return exitCode(failure);
    }

    /**
     * Prints a message. A terminal would break lines within words, so they are wrapped at spaces; in a file a
     * sentence is one line. Indented text is already laid out.
     */
    private static void print(Terminal terminal, String message) {
        Stream<String> lines = terminal.live()
                ? message.lines().flatMap(line -> line.startsWith(" ")
                        ? Stream.of(line)
                        : TextTable.wrap(line, terminal.columns()).stream())
                : Stream.of(message);
        lines.forEach(terminal.err()::println);
    }

    /**
     * Returns the exit code after checking whether the result was written. A failure of the command itself takes
     * precedence over one of writing its result.
     *
     * @param exitCode the exit code of the command
     * @param terminal the terminal that received the result
     * @return the exit code
     */
    static int ofResult(int exitCode, Terminal terminal) {
        if (!terminal.out().checkError()) {
            return exitCode;
        }
        String reason = "it is full or closed";
        if (terminal.out().trusted() instanceof ResultStream result) {
            if (result.isClosedByReader()) {
                return exitCode == ExitCode.FINE ? ExitCode.CLOSED_PIPE : exitCode;
            }
            reason = result.failure().map(AtomicFile::reasonOf).orElse(reason);
        }
        terminal.err().println("Cannot write the result to standard output: " + reason
                + ". The output is incomplete: make room or send it elsewhere, then try again");
        return exitCode == ExitCode.FINE ? ExitCode.SOME_FAILED : exitCode;
    }

    private static int exitCode(Throwable failure) {
        return switch (failure) {
            case InterruptedException interrupted -> ExitCode.INTERRUPTED;
            case CancellationException cancelled -> ExitCode.INTERRUPTED;
            case LostResultException lost -> ExitCode.FINE;
            case ConfigurationException wrongUse -> ExitCode.WRONG_USE;
            case InputException unreadable -> ExitCode.WRONG_USE;
            case ServerUnreachableException unreachable -> ExitCode.SERVER_UNREACHABLE;
            default -> ExitCode.SOME_FAILED;
        };
    }
}
