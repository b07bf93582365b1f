package dev.ipw.agents.tool;

import dev.ipw.environment.CommandEnd;
import dev.ipw.environment.CommandResult;

/** The result of a program as text for a model: its exit code, and the head and the tail of its output. */
final class ProgramOutput {
    private static final int MAX_CHARACTERS = 10_000;
    private static final int KEPT = 5_000;

    private ProgramOutput() {}

    static String of(CommandResult result) {
        String end = result.end() == CommandEnd.FINISHED
                ? "exit code " + result.exitCode()
                : "The program " + result.end().words();
        String output = part(result.output());
        String errors = part(result.errors());
        return end + (output.isEmpty() ? "" : "\n" + output) + (errors.isEmpty() ? "" : "\n[stderr]\n" + errors)
                + (output.isEmpty() && errors.isEmpty() ? "\n(no output)" : "");
    }

    private static String part(String text) {
        String ended = text.stripTrailing();
        return ended.length() <= MAX_CHARACTERS
                ? ended
                : ended.substring(0, KEPT) + "\n[" + (ended.length() - 2 * KEPT) + " characters are left out]\n"
                        + ended.substring(ended.length() - KEPT);
    }
}
