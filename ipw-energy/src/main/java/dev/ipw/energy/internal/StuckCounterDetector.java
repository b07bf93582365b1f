package dev.ipw.energy.internal;

import dev.ipw.energy.MeteredDevice;
import java.util.Arrays;

/**
 * The distinction between a dead counter and a coarse one. No device that is switched on draws no power, so a counter
 * that shows the same value for long enough is dead: for a second, and for two and a half times the time between two
 * movements, according to its sensor and to its movements before and after. A counter without a complete step so far
 * must also have been read {@value #READINGS_OF_A_STRANGER} times, and have stood for two and a half times as long as
 * before its only movement. That is enough for a counter of this machine, which is read several times a second. A
 * counter that is read more seldom, of an exporter or a board of its own, may be updated only each minute: it is
 * overdue after the same time, and dead after two and a half minutes.
 */
final class StuckCounterDetector {
    static final long SHORTEST_NANOS = 1_000_000_000L;
    private static final double STEPS_MISSED = 2.5;
    private static final int READINGS_OF_A_STRANGER = 20;
    private static final int STEPS_LOOKED_AT = 3;
    private static final long SELDOM_READ_NANOS = 500_000_000L;
    private static final long LONGEST_STEP_NANOS = 60_000_000_000L;

    private final SampleColumns samples;
    private final StepMarks unknown;
    private final StepCurve curve;
    private final int count;
    private final long resolutionNanos;
    private final long strangerNanos;

    StuckCounterDetector(SampleColumns samples, StepMarks unknown, StepCurve curve, int count, MeteredDevice device) {
        this.samples = samples;
        this.unknown = unknown;
        this.curve = curve;
        this.count = count;
        resolutionNanos = device.resolutionNanos();
        strangerNanos = resolutionNanos == 0 && device.periodNanos() >= SELDOM_READ_NANOS
                ? Math.round(STEPS_MISSED * LONGEST_STEP_NANOS)
                : SHORTEST_NANOS;
    }

    /** Returns whether the counter is dead from one reading to another. */
    boolean holds(int firstReading, int lastReading) {
        return holds(firstReading, lastReading, strangerNanos);
    }

    /**
     * Returns whether the counter stands still for longer than one of this machine would, although it need not be dead.
     */
    boolean isOverdue(int reading) {
        return holds(reading, reading, SHORTEST_NANOS);
    }

    private boolean holds(int firstReading, int lastReading, long leastOfAStranger) {
        if (samples.value(firstReading) != samples.value(lastReading)
                || unknown.anyWithin(firstReading + 1, lastReading)) {
            return false;
        }
        int first = curve.runStart(firstReading);
        int last = Math.min(curve.nextMovement(lastReading), unknown.firstFrom(lastReading + 1)) - 1;
        long nanos = samples.midpoint(last) - samples.midpoint(first);
        if (nanos < SHORTEST_NANOS || nanos < STEPS_MISSED * resolutionNanos) {
            return false;
        }
        long step = Math.max(stepBefore(first), stepAfter(last));
        return step > 0
                ? nanos >= STEPS_MISSED * step
                : last - first >= READINGS_OF_A_STRANGER && nanos >= leastOfAStranger
                        && nanos >= STEPS_MISSED * stoodBefore(first);
    }

    /**
     * Returns the time for which it stood before it moved for the first time, which is a part of a step; zero if it did
     * not.
     */
    private long stoodBefore(int reading) {
        int before = reading == 0 ? 0 : curve.runStart(reading - 1);
        return reading == 0 || unknown.anyWithin(before, reading)
                ? 0
                : samples.midpoint(reading) - samples.midpoint(before);
    }

    /**
     * Returns the median time between the last movements up to a reading that is the first to show its count; zero if
     * unknown.
     */
    private long stepBefore(int reading) {
        long[] nanos = new long[STEPS_LOOKED_AT];
        int found = 0;
        int movement = reading;
        while (found < STEPS_LOOKED_AT && movement > 0) {
            int before = curve.runStart(movement - 1);
            if (before == 0 || unknown.anyWithin(before, movement)) {
                break;
            }
            nanos[found++] = samples.midpoint(movement) - samples.midpoint(before);
            movement = before;
        }
        return median(nanos, found);
    }

    private long stepAfter(int reading) {
        long[] nanos = new long[STEPS_LOOKED_AT];
        int found = 0;
        int movement = reading + 1;
        while (found < STEPS_LOOKED_AT && movement < count) {
            int next = curve.nextMovement(movement);
            if (next == count || unknown.anyWithin(movement, next)) {
                break;
            }
            nanos[found++] = samples.midpoint(next) - samples.midpoint(movement);
            movement = next;
        }
        return median(nanos, found);
    }

    private static long median(long[] nanos, int found) {
        Arrays.sort(nanos, 0, found);
        return found == 0 ? 0 : nanos[found / 2];
    }
}
