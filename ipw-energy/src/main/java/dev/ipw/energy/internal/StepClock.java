package dev.ipw.energy.internal;

/** The time of the last reading, and the assessment of the step to the next one. */
final class StepClock {
    private static final int PLANNED_STEPS_IN_A_GAP = 3;
    private static final double NANOS_PER_SECOND = 1e9;

    private boolean begun;
    private long previousNanos;
    private long stepNanos;
    private long plannedNanos;

    /**
     * Moves to a reading with its planned time since the one before. The midpoint is the time that
     * {@link SampleColumns} stores.
     */
    boolean advance(long beforeNanos, long afterNanos, long plannedStepNanos) {
        long midpoint = beforeNanos + (afterNanos - beforeNanos) / 2;
        if (afterNanos < beforeNanos || (begun && midpoint <= previousNanos)) {
            return false;
        }
        stepNanos = begun ? midpoint - previousNanos : 0;
        plannedNanos = plannedStepNanos;
        previousNanos = midpoint;
        begun = true;
        return true;
    }

    double stepSeconds() {
        return stepNanos / NANOS_PER_SECOND;
    }

    /** Returns whether readings are missing: more than three times the planned time has passed. */
    boolean isGap() {
        return stepNanos / PLANNED_STEPS_IN_A_GAP > plannedNanos;
    }
}
