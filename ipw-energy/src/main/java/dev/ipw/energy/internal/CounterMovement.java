package dev.ipw.energy.internal;

/**
 * A movement of a counter between two readings: it happened after the earlier one began and before the later one ended,
 * and gives exactly the joules up to it.
 *
 * @param earliestNanos the first moment at which it can have happened
 * @param latestNanos   the last moment
 * @param joules        the joules up to it
 */
record CounterMovement(long earliestNanos, long latestNanos, double joules) {
    // Boards move their counters about ten times a second; after a pause the last of these movements is shown.
    private static final long USUAL_STEP_NANOS = 100_000_000L;

    /** Returns the moment at which it is placed. */
    long nanos() {
        return latestNanos - Math.min(latestNanos - earliestNanos, USUAL_STEP_NANOS) / 2;
    }

    /**
     * Returns the lower bound of the joules up to a moment before or after it.
     *
     * @param tolerance the share by which power may differ from its readings
     */
    double lowestAt(long nanos, PowerTrack power, double tolerance) {
        return nanos >= latestNanos
                ? joules + Math.max(0, 1 - tolerance) * (power.lowestAt(nanos) - power.lowestAt(latestNanos))
                : joules - (1 + tolerance) * (power.highestAt(latestNanos) - power.highestAt(nanos));
    }

    /** Returns the upper bound of the joules up to a moment before or after it. */
    double highestAt(long nanos, PowerTrack power, double tolerance) {
        return nanos >= earliestNanos
                ? joules + (1 + tolerance) * (power.highestAt(nanos) - power.highestAt(earliestNanos))
                : joules - Math.max(0, 1 - tolerance) * (power.lowestAt(earliestNanos) - power.lowestAt(nanos));
    }
}
