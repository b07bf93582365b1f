package dev.ipw.results;

import java.time.Instant;
import java.util.Objects;

/**
 * Hold what a run was asked to do and what it came to: the content of {@code summary.json}.
 *
 * @param configuration what was asked
 * @param totals        what it came to
 * @param endTime       when the last stretch ended
 * @param interrupted   true if it was ended early, so that not every planned question was asked
 */
public record RunSummary(RunConfiguration configuration, RunTotals totals, Instant endTime, boolean interrupted) {
    /** Refuse nulls. */
    public RunSummary {
        Objects.requireNonNull(configuration, "configuration");
        Objects.requireNonNull(totals, "totals");
        Objects.requireNonNull(endTime, "endTime");
    }

    /**
     * Tell when the run began.
     *
     * @return the wall clock at the run's anchor
     */
    public Instant startTime() {
        return configuration.clock().instant(configuration.clock().monotonicAnchorNanos());
    }
}
