package dev.ipw.record;

import dev.ipw.energy.EnergyReading;
import dev.ipw.query.ToolSpan;
import java.util.Objects;

/**
 * Hold the metrics of a tool that worked for a query.
 *
 * @param span   which tool, and when it worked
 * @param energy joules of the headline's devices while it worked and no call of any query was in flight; where calls were, its
 *               upper bound allows for theirs
 */
public record ToolMetrics(ToolSpan span, EnergyReading energy) {
    /** Refuse nulls. */
    public ToolMetrics {
        Objects.requireNonNull(span, "span");
        Objects.requireNonNull(energy, "energy");
    }
}
