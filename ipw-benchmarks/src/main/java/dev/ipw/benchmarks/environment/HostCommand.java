package dev.ipw.benchmarks.environment;

import dev.ipw.environment.ShellCommand;
import java.util.Objects;
import java.util.Optional;

/**
 * Hold what is run, where and as whom.
 *
 * @param command       the commands
 * @param workingFolder where they start; empty leaves it to the host
 * @param user          as whom they run, a name or a number; empty leaves it to the host
 */
public record HostCommand(ShellCommand command, Optional<String> workingFolder, Optional<String> user) {
    /** Rejects nulls. */
    public HostCommand {
        Objects.requireNonNull(command, "command");
        Objects.requireNonNull(workingFolder, "workingFolder");
        Objects.requireNonNull(user, "user");
    }
}
