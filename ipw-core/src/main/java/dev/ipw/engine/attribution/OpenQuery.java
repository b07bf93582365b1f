package dev.ipw.engine.attribution;

import dev.ipw.energy.TimeSpan;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Hold when a query of several calls was open, when tools worked for it, and when something was done around it.
 *
 * @param id         the query's id
 * @param startNanos when its first call or tool began
 * @param endNanos   when it came to its end
 * @param tools      when tools worked for it, in any order
 * @param phases     when something was done around it that is not its own, in any order; within its time or outside
 */
public record OpenQuery(String id, long startNanos, long endNanos, List<TimeSpan> tools, List<TimeSpan> phases) {
    /** Copies the lists; refuse an end before the start. */
    public OpenQuery {
        Objects.requireNonNull(id, "id");
        tools = List.copyOf(tools);
        phases = List.copyOf(phases);
        if (endNanos < startNanos) {
            throw new IllegalArgumentException("The query " + id + " cannot end before it starts");
        }
    }

    /** Returns when something was done for it: from its begin to its end, and in the phases around it. */
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
