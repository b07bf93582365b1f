package dev.ipw.environment;

import java.util.Objects;
import java.util.Optional;

/**
 * Hold what a command came to.
 *
 * @param end           how it ended
 * @param exitCode      its exit status
 * @param output        the end of what it printed
 * @param errors        the end of what it printed on standard error
 * @param processorTime what its processes used of the processors; empty if they were not this program's own to look at
 */
public record CommandResult(CommandEnd end, int exitCode, String output, String errors,
        Optional<UsedProcessorTime> processorTime) {
    /** Rejects nulls. */
    public CommandResult {
        Objects.requireNonNull(end, "end");
        Objects.requireNonNull(output, "output");
        Objects.requireNonNull(errors, "errors");
        Objects.requireNonNull(processorTime, "processorTime");
    }

    /**
     * Leaves the processor time out, since others ran the processes.
     *
     * @return a copy without it
     */
    public CommandResult withoutProcessorTime() {
        return new CommandResult(end, exitCode, output, errors, Optional.empty());
    }

    /**
     * Returns whether the command ended by itself with the exit status 0.
     *
     * @return false if it failed or was ended
     */
    public boolean isFine() {
        return end == CommandEnd.FINISHED && exitCode == 0;
    }
}
