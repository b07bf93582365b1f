package dev.ipw.run;

import dev.ipw.energy.TimeSpan;
import dev.ipw.telemetry.RunClock;
import java.util.Objects;
import java.util.Optional;

/**
 * Hold the part of a run that one process ran: the first began it, each further one resumed it.
 *
 * @param clock    how the process's nanoseconds tie to the run's anchor and to the wall clock
 * @param measured its measurement window, in nanoseconds since the run's anchor; empty if it asked nothing
 */
public record RunSegment(RunClock clock, Optional<TimeSpan> measured) {
    /** Refuse nulls. */
    public RunSegment {
        Objects.requireNonNull(clock, "clock");
        Objects.requireNonNull(measured, "measured");
    }
}
