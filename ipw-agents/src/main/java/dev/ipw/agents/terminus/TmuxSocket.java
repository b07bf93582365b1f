package dev.ipw.agents.terminus;

import dev.ipw.environment.CommandEnd;
import dev.ipw.environment.CommandResult;
import dev.ipw.error.InputException;
import dev.ipw.inference.FailureKind;
import dev.ipw.internal.io.Excerpt;
import java.time.Duration;
import java.util.List;

/**
 * The socket by which a tmux server receives commands.
 *
 * @param host its place
 * @param path its socket there
 */
record TmuxSocket(TerminalHost host, String path) {
    /** The one session, with one window and one pane. */
    static final String SESSION = "main";
    private static final Duration LONGEST = Duration.ofMinutes(2);
    private static final int MAX_MESSAGE_CHARACTERS = 300;

    /**
     * Sends commands, each with a client of its own.
     *
     * @param commands commands of tmux with their arguments, quoted for a shell
     * @return their output
     * @throws TaskEndedException if the server is gone or does not answer
     */
    String give(List<String> commands) throws TaskEndedException, InterruptedException {
        CommandResult result = run(host, String.join(" && ", commands.stream().map(this::client).toList()));
        if (!result.isFine()) {
            throw lost(result);
        }
        return result.output();
    }

    /** Returns the command line of a client; it uses UTF-8 even if the environment sets no language. */
    String client(String command) {
        return "tmux -u -S " + quoted(path) + " " + command;
    }

    /** Runs shell commands beside the terminal. */
    static CommandResult run(TerminalHost host, String commands) throws TaskEndedException, InterruptedException {
        try {
            return host.run(commands, LONGEST);
        } catch (InputException gone) {
            throw TaskEndedException.of(FailureKind.CLIENT_ERROR,
                    "The terminal cannot be reached in " + host.name() + ": " + gone.getMessage());
        }
    }

    private TaskEndedException lost(CommandResult result) {
        String text = result.end() == CommandEnd.FINISHED
                ? "tmux says: " + errorText(result)
                : "a command of tmux " + result.end().words();
        return TaskEndedException.of(FailureKind.CLIENT_ERROR, "The terminal in " + host.name() + " is lost; " + text);
    }

    /** Returns the shortened error output of a command, or its exit status if it has none. */
    static String errorText(CommandResult result) {
        String text = Excerpt.of(result.errors().isBlank() ? result.output() : result.errors(),
                MAX_MESSAGE_CHARACTERS);
        return text.isEmpty() ? "exit status " + result.exitCode() : text;
    }

    /** Quotes a text for a shell. */
    static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
