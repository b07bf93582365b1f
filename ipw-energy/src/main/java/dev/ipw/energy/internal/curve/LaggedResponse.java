package dev.ipw.energy.internal.curve;

import java.util.Arrays;

/**
 * The part of each state's power that falls into an interval if power follows a change of state as 1 - exp(-t / lag).
 */
final class LaggedResponse {
    private static final double LAGS_REMEMBERED = 10;

    private final double[] boundaries;
    private final double lag;

    LaggedResponse(double[] boundarySeconds, double lagSeconds) {
        boundaries = boundarySeconds;
        lag = lagSeconds;
    }

    /** Returns the state that still shapes the power at a moment, or did so last. */
    int firstState(double seconds) {
        double since = seconds - LAGS_REMEMBERED * lag;
        int found = Arrays.binarySearch(boundaries, since);
        return found >= 0 ? found + 1 : -found - 1;
    }

    /** Returns the last state that begins before a moment. */
    int lastState(double seconds) {
        int found = Arrays.binarySearch(boundaries, seconds);
        return found >= 0 ? found : -found - 1;
    }

    /**
     * Writes the effective seconds of each state within an interval; they sum to its length.
     *
     * @return the number of states from the first onward
     */
    int seconds(double from, double to, int firstState, double[] into) {
        int last = Math.max(firstState, lastState(to));
        double before = to - from;
        for (int state = firstState; state <= last; state++) {
            double after = state == last ? 0 : since(boundaries[state], from, to);
            into[state - firstState] = before - after;
            before = after;
        }
        return last - firstState + 1;
    }

    private double since(double boundary, double from, double to) {
        return risen(to - boundary) - risen(from - boundary);
    }

    private double risen(double seconds) {
        if (seconds <= 0) {
            return 0;
        }
        return lag <= 0 ? seconds : seconds + lag * Math.expm1(-seconds / lag);
    }
}
