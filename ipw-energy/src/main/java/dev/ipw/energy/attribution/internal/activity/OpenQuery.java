package dev.ipw.energy.attribution.internal.activity;

import dev.ipw.energy.TimeSpan;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The times of a query with several calls: when it was open, when tools worked for it, and when phases ran around it.
 *
 * @param id         the query's id
 * @param startNanos the start of its first call or tool
 * @param endNanos   the end of the query
 * @param tools      the times of its tools, in any order
 * @param phases     the times of phases around it that are not its own, in any order; within its time or outside
 * @param calls      the times of its calls that another device may have served, in any order
 */
public record OpenQuery(String id, long startNanos, long endNanos, List<TimeSpan> tools, List<TimeSpan> phases,
        List<TimeSpan> calls) {
    /** Copies the lists; refuses an end before the start. */
    public OpenQuery {
        Objects.requireNonNull(id, "id");
        tools = List.copyOf(tools);
        phases = List.copyOf(phases);
        calls = List.copyOf(calls);
        if (endNanos < startNanos) {
            throw new IllegalArgumentException("The query " + id + " cannot end before it starts");
        }
    }

    /** Creates a query whose calls all devices serve. */
    public OpenQuery(String id, long startNanos, long endNanos, List<TimeSpan> tools, List<TimeSpan> phases) {
        this(id, startNanos, endNanos, tools, phases, List.of());
    }

    /** Returns a copy with the times of calls that another device may have served. */
    public OpenQuery withCalls(List<TimeSpan> times) {
        return new OpenQuery(id, startNanos, endNanos, tools, phases, times);
    }

    /** Returns the times of its work: from its start to its end, and the phases around it. */
    public Stream<TimeSpan> work() {
        return Stream.concat(Stream.of(new TimeSpan(startNanos, endNanos)), phases.stream());
    }

    /** Returns whether any of its time, or of the phases around it, lies in an interval. */
    public boolean overlaps(TimeSpan interval) {
        return (startNanos < interval.endNanos() && interval.startNanos() < endNanos)
                || phases.stream().anyMatch(phase -> phase.startNanos() < interval.endNanos()
                        && interval.startNanos() < phase.endNanos());
    }
}
