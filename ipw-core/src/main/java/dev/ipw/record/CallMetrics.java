package dev.ipw.record;

import java.util.Objects;

/**
 * Hold the metrics of one call of a query.
 *
 * @param number  which of the query's calls it is, from 1
 * @param energy  its joules
 * @param latency its times
 */
public record CallMetrics(int number, EnergyMetrics energy, LatencyMetrics latency) {
    /** Refuse nulls. */
    public CallMetrics {
        Objects.requireNonNull(energy, "energy");
        Objects.requireNonNull(latency, "latency");
    }
}
