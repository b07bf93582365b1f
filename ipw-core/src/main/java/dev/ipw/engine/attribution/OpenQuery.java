package dev.ipw.engine.attribution;

import dev.ipw.energy.TimeSpan;
import java.util.List;
import java.util.Objects;

/**
 * Hold when a query of several calls was open, and when tools worked for it.
 *
 * @param id         the query's id
 * @param startNanos when its first call or tool began
 * @param endNanos   when it came to its end
 * @param tools      when tools worked for it, in any order
 */
public record OpenQuery(String id, long startNanos, long endNanos, List<TimeSpan> tools) {
    /** Copy the list; refuse an end before the start. */
    public OpenQuery {
        Objects.requireNonNull(id, "id");
        tools = List.copyOf(tools);
        if (endNanos < startNanos) {
            throw new IllegalArgumentException("The query " + id + " cannot end before it starts");
        }
    }
}
