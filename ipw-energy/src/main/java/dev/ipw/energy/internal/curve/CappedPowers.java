package dev.ipw.energy.internal.curve;

import java.util.Arrays;

/**
 * The division of a step's joules over its states by their fitted powers, limited to the maximum power of the device.
 */
final class CappedPowers {
    private CappedPowers() {}

    /**
     * Divides the joules of a step.
     *
     * @param watts     the fitted power of each state; at least 0
     * @param seconds   the time for which each state shapes the step
     * @param joules    the joules of the step; at most {@code mostWatts} for all of its time
     * @param mostWatts the maximum power of the device
     * @return the power of each state, in proportion to the fitted ones up to the maximum; joules beyond it are divided
     *         over the other states
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
