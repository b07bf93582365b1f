package dev.ipw.benchmarks.environment;

import dev.ipw.environment.ShellCommand;
import java.util.Optional;

/**
 * Commands for a host, with their folder and their user.
 *
 * @param command       the commands
 * @param workingFolder the folder in which they start; empty uses that of the host
 * @param user          the user that runs them, a name or a number; empty uses that of the host
 */
public record HostCommand(ShellCommand command, Optional<String> workingFolder, Optional<String> user) {}
