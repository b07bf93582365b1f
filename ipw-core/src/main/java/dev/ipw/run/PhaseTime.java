package dev.ipw.run;

import java.util.Objects;

/**
 * Hold when a phase of a run began and ended.
 *
 * @param phase      what it did
 * @param startNanos when it began, in nanoseconds since the anchor of the run's clock
 * @param endNanos   when it ended
 */
public record PhaseTime(RunPhase phase, long startNanos, long endNanos) {
    /** Refuses nulls. */
    public PhaseTime {
        Objects.requireNonNull(phase, "phase");
    }
}
