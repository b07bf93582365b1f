package dev.ipw.environment;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.apiguardian.api.API;

/**
 * Commands for the shell of an environment.
 *
 * @param commands  their text, for bash if it is installed and otherwise for sh
 * @param input     their standard input
 * @param longest   the time limit, after which they are ended with all processes that they started
 * @param variables environment variables beside those of the environment, by name
 */
@API(status = API.Status.EXPERIMENTAL)
public record ShellCommand(String commands, String input, Duration longest, Map<String, String> variables) {
    /** Copies the map; rejects nulls, and a time that is not positive. */
    public ShellCommand {
        Objects.requireNonNull(commands, "commands");
        Objects.requireNonNull(input, "input");
        variables = Map.copyOf(variables);
        if (longest.isNegative() || longest.isZero()) {
            throw new IllegalArgumentException("A command takes a time of more than 0, not " + longest);
        }
    }

    /**
     * Creates commands without input.
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

    /** Hides the variables' values, which may be secrets. */
    @Override
    public String toString() {
        return "commands of " + commands.length() + " characters, at most " + longest;
    }
}
