package dev.ipw.energy.simulation;

import java.util.Arrays;

/**
 * The true power of a simulated device: constant over slices of half a millisecond, following what is asked of it with a lag as
 * a voltage regulator does. Its integral is the truth that estimates are held against.
 */
public final class PowerTrace {
    static final double SLICE_SECONDS = 0.0005;

    private final double[] joules;

    private PowerTrace(double[] joules) {
        this.joules = joules;
    }

    /** Let power follow what is asked. */
    static PowerTrace of(double[] wattsAsked, double lagSeconds) {
        double kept = lagSeconds > 0 ? Math.exp(-SLICE_SECONDS / lagSeconds) : 0;
        double[] joules = new double[wattsAsked.length + 1];
        double watts = wattsAsked[0];
        for (int i = 0; i < wattsAsked.length; i++) {
            watts = kept * watts + (1 - kept) * wattsAsked[i];
            joules[i + 1] = joules[i] + watts * SLICE_SECONDS;
        }
        return new PowerTrace(joules);
    }

    /** Return the length in seconds. */
    public double seconds() {
        return (joules.length - 1) * SLICE_SECONDS;
    }

    /** Return what was truly used up to a moment. */
    public double joulesAt(double seconds) {
        double place = Math.clamp(seconds / SLICE_SECONDS, 0, joules.length - 1.0);
        int slice = Math.min((int) place, joules.length - 2);
        return joules[slice] + (place - slice) * (joules[slice + 1] - joules[slice]);
    }

    /** Copy the integral, slice by slice. */
    double[] integral() {
        return Arrays.copyOf(joules, joules.length);
    }
}
