package dev.ipw.meter;

import dev.ipw.telemetry.RunClock;

/** The times of a meter: whole microseconds since the anchor of its clock, so that a compact log gives the same figures. */
final class MeterTime {
    private static final long NANOS_PER_MICRO = 1_000;

    private MeterTime() {}

    static long wholeMicros(RunClock clock, long nanoTime) {
        return nanoTime - Math.floorMod(clock.sinceAnchor(nanoTime), NANOS_PER_MICRO);
    }
}
