package dev.ipw.energy.internal.curve;

/**
 * The state of the devices over time: a state lasts from one boundary to the next. States of one kind draw about the
 * same power. The state before the first boundary is that of an idle device, kind 0.
 */
public final class ActivityTimeline {
    /** The kind of state in which no request is open. */
    public static final int IDLE = 0;

    private final long[] startNanos;
    private final int[] kinds;

    /**
     * Creates the timeline of a run.
     *
     * @param startNanos the start of each state, in ascending order
     * @param kinds      the kind of each state; at least 0
     */
    public ActivityTimeline(long[] startNanos, int[] kinds) {
        if (startNanos.length != kinds.length) {
            throw new IllegalArgumentException(startNanos.length + " states cannot be of " + kinds.length + " kinds");
        }
        this.startNanos = startNanos.clone();
        this.kinds = kinds.clone();
    }

    /** Counts the states, including the one before the first boundary. */
    int states() {
        return kinds.length + 1;
    }

    int kind(int state) {
        return state == 0 ? IDLE : kinds[state - 1];
    }

    /** Returns the starts of all states but the first in seconds after a moment. */
    double[] boundarySeconds(long originNanos) {
        double[] seconds = new double[startNanos.length];
        for (int i = 0; i < seconds.length; i++) {
            seconds[i] = (startNanos[i] - originNanos) / 1e9;
        }
        return seconds;
    }
}
