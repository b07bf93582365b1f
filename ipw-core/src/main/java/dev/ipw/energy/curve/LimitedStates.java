package dev.ipw.energy.curve;

import java.util.OptionalDouble;
import java.util.function.IntToDoubleFunction;

/** Divide a step of a counter so that no state in it draws more than the device may. */
final class LimitedStates {
    private LimitedStates() {}

    /**
     * Say which part of the joules was used up to a moment, where the states' powers, scaled to the joules, are more than the
     * limit: states above it draw the limit, and the others as much more.
     *
     * @param before    the seconds of each state up to the moment
     * @param after     the seconds of each state from then on
     * @param watts     the power of each state before it is scaled
     * @param joules    the joules of the step
     * @param mostWatts the limit
     * @return the part; empty if no state is above the limit, or all of them together are
     */
    static OptionalDouble share(double[] before, double[] after, IntToDoubleFunction watts, double joules,
            double mostWatts) {
        double scale = 0;
        int above = 0;
        for (int round = 0; round <= before.length; round++) {
            double left = joules;
            double weights = 0;
            int capped = 0;
            for (int i = 0; i < before.length; i++) {
                double seconds = before[i] + after[i];
                boolean isAbove = round > 0 && scale * watts.applyAsDouble(i) > mostWatts;
                left -= isAbove ? seconds * mostWatts : 0;
                weights += isAbove ? 0 : seconds * watts.applyAsDouble(i);
                capped += isAbove ? 1 : 0;
            }
            if (left < 0 || !(weights > 0)) {
                return left < 0 ? OptionalDouble.empty() : rest(before, after, watts, joules, mostWatts, scale);
            }
            // What is above the limit once is so at every larger scale, so that the scale only grows.
            scale = left / weights;
            if (round > 0 && capped == above) {
                break;
            }
            above = capped;
        }
        return above == 0 ? OptionalDouble.empty() : OptionalDouble.of(part(before, watts, scale, mostWatts) / joules);
    }

    /** Give what the limit leaves over to states of which no power is known, evenly. */
    private static OptionalDouble rest(double[] before, double[] after, IntToDoubleFunction watts, double joules,
            double mostWatts, double scale) {
        double used = 0;
        double usedBefore = 0;
        double seconds = 0;
        double secondsBefore = 0;
        for (int i = 0; i < before.length; i++) {
            boolean isAbove = scale * watts.applyAsDouble(i) > mostWatts;
            used += isAbove ? (before[i] + after[i]) * mostWatts : 0;
            usedBefore += isAbove ? before[i] * mostWatts : 0;
            seconds += isAbove ? 0 : before[i] + after[i];
            secondsBefore += isAbove ? 0 : before[i];
        }
        return seconds > 0
                ? OptionalDouble.of((usedBefore + (joules - used) * secondsBefore / seconds) / joules)
                : OptionalDouble.empty();
    }

    private static double part(double[] seconds, IntToDoubleFunction watts, double scale, double mostWatts) {
        double joules = 0;
        for (int i = 0; i < seconds.length; i++) {
            joules += seconds[i] * Math.min(mostWatts, scale * watts.applyAsDouble(i));
        }
        return joules;
    }
}
