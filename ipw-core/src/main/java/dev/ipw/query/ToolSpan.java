package dev.ipw.query;

import dev.ipw.environment.UsedProcessorTime;
import java.util.Objects;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * The span of a tool that worked for a query.
 *
 * @param name          the tool's name
 * @param callId        the id of the tool call that requested it; empty if the runner used it on its own
 * @param startNanos    its start, since the run's monotonic anchor
 * @param endNanos      its end
 * @param error         the error, without secrets; empty if it worked
 * @param processorTime processor time of the processes that it started; empty if it started none, or it is not known
 */
@API(status = API.Status.EXPERIMENTAL)
public record ToolSpan(String name, Optional<String> callId, long startNanos, long endNanos, Optional<String> error,
        Optional<UsedProcessorTime> processorTime) {
    /** Refuses nulls, and an end before the start. */
    public ToolSpan {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(callId, "callId");
        Objects.requireNonNull(error, "error");
        Objects.requireNonNull(processorTime, "processorTime");
        if (endNanos < startNanos) {
            throw new IllegalArgumentException("The tool " + name + " cannot end before it begins");
        }
    }

    /**
     * Creates the span of a tool that started no process, or whose processes are not known.
     *
     * @param name       the tool's name
     * @param callId     the id of the tool call that requested it; empty if the runner used it on its own
     * @param startNanos its start, since the run's monotonic anchor
     * @param endNanos   its end
     * @param error      the error, without secrets; empty if it worked
     */
    public ToolSpan(String name, Optional<String> callId, long startNanos, long endNanos, Optional<String> error) {
        this(name, callId, startNanos, endNanos, error, Optional.empty());
    }

    /**
     * Shifts all moments to another origin.
     *
     * @param zeroNanos the moment that becomes zero, on the span's clock
     * @return the same span, counted from there
     */
    public ToolSpan countedFrom(long zeroNanos) {
        return new ToolSpan(name, callId, startNanos - zeroNanos, endNanos - zeroNanos, error, processorTime);
    }
}
