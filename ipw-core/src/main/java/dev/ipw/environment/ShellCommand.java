package dev.ipw.environment;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;

/**
 * Hold commands for the shell of an environment.
 *
 * @param commands  their text, for bash where it is there and else for sh
 * @param input     what they read from standard input
 * @param longest   after that they are ended, with all that they started
 * @param variables environment variables beside those of the environment, by name
 */
public record ShellCommand(String commands, String input, Duration longest, Map<String, String> variables) {
    /** Copies the map; refuse nulls, and a time that is not more than 0. */
    public ShellCommand {
        Objects.requireNonNull(commands, "commands");
        Objects.requireNonNull(input, "input");
        variables = Map.copyOf(variables);
        if (longest.isNegative() || longest.isZero()) {
            throw new IllegalArgumentException("A command takes a time of more than 0, not " + longest);
        }
    }

    /**
     * Holds commands that read nothing.
     *
     * @param commands their text
     * @param longest  after that they are ended
     */
    public ShellCommand(String commands, Duration longest) {
        this(commands, "", longest, Map.of());
    }

    /**
     * Sets environment variables.
     *
     * @param values by name
     * @return a copy with them
     */
    public ShellCommand withVariables(Map<String, String> values) {
        return new ShellCommand(commands, input, longest, values);
    }

    /** Shows no variable's value, which may be a secret. */
    @Override
    public String toString() {
        return "commands of " + commands.length() + " characters, at most " + longest;
    }
}
