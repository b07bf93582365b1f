package dev.ipw.results;

import dev.ipw.energy.TimeSpan;
import dev.ipw.telemetry.RunClock;
import java.util.Objects;
import java.util.Optional;

/**
 * Hold what one process did of a run: the first began it, each further one resumed it.
 *
 * @param clock    how the process's nanoseconds tie to the run's anchor and to the wall clock
 * @param measured its measured stretch, in nanoseconds since the run's anchor; empty if it asked nothing
 */
public record RunSegment(RunClock clock, Optional<TimeSpan> measured) {
    /** Refuse nulls. */
    public RunSegment {
        Objects.requireNonNull(clock, "clock");
        Objects.requireNonNull(measured, "measured");
    }
}
