package dev.ipw.benchmarks.sandbox;

import dev.ipw.query.ToolSpan.ProcessorTime;
import java.util.Objects;
import java.util.Optional;

/**
 * Hold what a run in a sandbox came to.
 *
 * @param end      how it ended
 * @param exitCode the exit status of the sandbox
 * @param output   the end of what it printed
 * @param errors   the end of what it printed on standard error
 * @param processorTime what its processes used of the processors; empty if they were not this program's own to look at
 */
public record SandboxResult(SandboxEnd end, int exitCode, String output, String errors,
        Optional<ProcessorTime> processorTime) {
    /** Refuse nulls. */
    public SandboxResult {
        Objects.requireNonNull(end, "end");
        Objects.requireNonNull(output, "output");
        Objects.requireNonNull(errors, "errors");
        Objects.requireNonNull(processorTime, "processorTime");
    }

    /** Return the same without processor time, since others ran the processes. */
    SandboxResult ofOthers() {
        return new SandboxResult(end, exitCode, output, errors, Optional.empty());
    }
}
