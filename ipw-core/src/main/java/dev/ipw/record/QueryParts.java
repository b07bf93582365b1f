package dev.ipw.record;

import dev.ipw.energy.EnergyReading;
import java.util.List;
import java.util.Objects;

/**
 * Hold the parts of the joules of a query of several calls: its calls, its tools, and the time between them. They add
 * up to the query's.
 *
 * @param calls the calls, in the order in which they ended
 * @param tools the tools, in the order in which they ended
 * @param idle  joules of the headline's devices while the query was open and neither a call nor a tool of it was at work
 */
public record QueryParts(List<CallMetrics> calls, List<ToolMetrics> tools, EnergyReading idle) {
    /** Copy the lists. */
    public QueryParts {
        calls = List.copyOf(calls);
        tools = List.copyOf(tools);
        Objects.requireNonNull(idle, "idle");
    }
}
