package dev.ipw.engine.curve;

import java.util.Arrays;

/** Divide the joules of a step over its states as their fitted powers say, but none with more than the device can draw. */
final class CappedPowers {
    private CappedPowers() {}

    /**
     * Divides.
     *
     * @param watts     the power of each state as it was fitted; at least 0
     * @param seconds   how long each state shapes the step
     * @param joules    what was used in the step; no more than {@code mostWatts} all the time
     * @param mostWatts the most that the device can draw
     * @return the power of each state, in proportion to the fitted ones where that is not too much; what is too much went to
     *             the other states
     */
    static double[] of(double[] watts, double[] seconds, double joules, double mostWatts) {
        double[] powers = new double[watts.length];
        boolean[] capped = new boolean[watts.length];
        boolean more = true;
        while (more) {
            double rest = joules;
            double weighted = 0;
            double free = 0;
            for (int i = 0; i < watts.length; i++) {
                rest -= capped[i] ? mostWatts * seconds[i] : 0;
                weighted += capped[i] ? 0 : watts[i] * seconds[i];
                free += capped[i] ? 0 : seconds[i];
            }
            more = false;
            for (int i = 0; i < watts.length; i++) {
                if (!capped[i]) {
                    powers[i] = free <= 0 ? 0 : Math.max(0, rest) * (weighted > 0 ? watts[i] / weighted : 1 / free);
                    capped[i] = powers[i] > mostWatts;
                    more |= capped[i];
                }
            }
        }
        Arrays.setAll(powers, i -> capped[i] ? mostWatts : powers[i]);
        return powers;
    }
}
