package dev.ipw.environment;

import java.util.Objects;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * The result of a command.
 *
 * @param end           the way in which it ended
 * @param exitCode      its exit status
 * @param output        the end of its standard output
 * @param errors        the end of its standard error
 * @param processorTime the processor time of its processes; empty if this program could not observe them
 */
@API(status = API.Status.EXPERIMENTAL)
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
     * Removes the processor time, for commands whose processes another program ran.
     *
     * @return a copy without the time
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
