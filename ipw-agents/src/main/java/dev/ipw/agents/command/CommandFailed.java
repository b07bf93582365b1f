package dev.ipw.agents.command;

import dev.ipw.environment.CommandEnd;
import dev.ipw.environment.CommandResult;
import java.io.Serial;

/** The failure of a program, with the end of its output. */
final class CommandFailed extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;
    private static final int MAX_CHARACTERS = 2_000;

    private final transient CommandResult result;

    CommandFailed(CommandResult result) {
        super(told(result));
        this.result = result;
    }

    CommandResult result() {
        return result;
    }

    private static String told(CommandResult result) {
        String errors = result.errors().isBlank() ? result.output().strip() : result.errors().strip();
        String end = errors.length() <= MAX_CHARACTERS
                ? errors
                : "... " + errors.substring(errors.length() - MAX_CHARACTERS);
        return "The command " + (result.end() == CommandEnd.FINISHED
                ? "ended with the exit status " + result.exitCode()
                : result.end().words()) + (end.isEmpty() ? ", and said nothing" : ": " + end);
    }

    /** Returns the description without the class name: it is stored as the program's error. */
    @Override
    @SuppressWarnings("OverrideThrowableToString")
    public String toString() {
        return String.valueOf(getMessage());
    }
}
