package dev.ipw.run;

import java.util.Objects;
import org.apiguardian.api.API;

/**
 * The time of a phase of a run.
 *
 * @param phase      the phase
 * @param startNanos its start, in nanoseconds since the anchor of the run's clock
 * @param endNanos   its end
 */
@API(status = API.Status.EXPERIMENTAL)
public record PhaseTime(RunPhase phase, long startNanos, long endNanos) {
    /** Refuses nulls. */
    public PhaseTime {
        Objects.requireNonNull(phase, "phase");
    }
}
