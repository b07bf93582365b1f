package dev.ipw.energy;

/** Keep the time of the last reading, and judge the step to the next one. */
final class StepClock {
    private static final int PERIODS_IN_A_GAP = 3;
    private static final double NANOS_PER_SECOND = 1e9;

    private final long periodNanos;
    private boolean begun;
    private long previousNanos;
    private long stepNanos;

    StepClock(long periodNanos) {
        this.periodNanos = periodNanos;
    }

    /** Move to a reading. The midpoint is the one that {@link SampleColumns} keeps. */
    boolean advance(long beforeNanos, long afterNanos) {
        long midpoint = beforeNanos + (afterNanos - beforeNanos) / 2;
        if (afterNanos < beforeNanos || (begun && midpoint <= previousNanos)) {
            return false;
        }
        stepNanos = begun ? midpoint - previousNanos : 0;
        previousNanos = midpoint;
        begun = true;
        return true;
    }

    double stepSeconds() {
        return stepNanos / NANOS_PER_SECOND;
    }

    /** Say whether readings are missing: more than three periods passed. */
    boolean isGap() {
        return stepNanos / PERIODS_IN_A_GAP > periodNanos;
    }
}
