package dev.ipw.telemetry.recorded;

import dev.ipw.telemetry.RunClock;

/** The clock of recorded times, which decides their place on the clock of this process. */
enum ClockKind {
    /** The wall clock: nanoseconds since 1970-01-01 UTC. */
    EPOCH {
        @Override
        long shiftNanos(long firstNanos, RunClock opened) {
            return opened.monotonicAnchorNanos() - opened.epochAnchorNanos();
        }
    },
    /** The monotonic clock of this machine, as another program on it read it. */
    MONOTONIC {
        @Override
        long shiftNanos(long firstNanos, RunClock opened) {
            return 0;
        }
    },
    /** An unknown origin: the first reading is assumed to be made when the recording is opened. */
    START {
        @Override
        long shiftNanos(long firstNanos, RunClock opened) {
            return opened.monotonicAnchorNanos() - firstNanos;
        }
    };

    /**
     * Returns the nanoseconds to add to a recorded time.
     *
     * @param firstNanos the first recorded time
     * @param opened     the clock at the moment when the recording was opened
     */
    abstract long shiftNanos(long firstNanos, RunClock opened);
}
