package dev.ipw.cli;

import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Draws hostile inputs from a seed that it prints, so that what failed can be drawn again: {@code -Dipw.fuzz.seed=S}
 * sets the seed, {@code -Dipw.fuzz.inputs=N} how many inputs each fuzzer draws, {@code -Dipw.fuzz.only=I} draws
 * nothing but input I.
 */
final class DrawnInputs {
    private static final long SEED = Long.getLong("ipw.fuzz.seed", 20_261_122L);
    private static final int INPUTS = Integer.getInteger("ipw.fuzz.inputs", -1);
    private static final int ONLY = Integer.getInteger("ipw.fuzz.only", -1);

    private DrawnInputs() {}

    /** Draw and try inputs. */
    interface Trial {
        /**
         * Draw one input and check what comes of it.
         *
         * @param random the source of the input; the same for the same seed and number
         */
        void attempt(SplittableRandom random) throws Exception;
    }

    /**
     * Try many inputs and fail at the first that does not hold.
     *
     * @param what   what is mutated, for the line that is printed
     * @param inputs how many inputs a build tries
     */
    static void each(String what, int inputs, Trial trial) {
        int first = Math.max(ONLY, 0);
        int end = ONLY >= 0 ? ONLY + 1 : INPUTS >= 0 ? INPUTS : inputs;
        System.out.printf(Locale.ROOT, "%s: inputs %d to %d of -Dipw.fuzz.seed=%d%n", what, first, end - 1, SEED);
        for (int number = first; number < end; number++) {
            try {
                trial.attempt(
                        new SplittableRandom(SEED ^ (what.hashCode() * 0x9E3779B97F4A7C15L) ^ ((long) number << 20)));
            } catch (Exception | AssertionError failure) {
                throw new AssertionError(
                        "%s, input %d. Again: -Dipw.fuzz.seed=%d -Dipw.fuzz.only=%d%n%s".formatted(what,
                                number, SEED, number, failure.getMessage()),
                        failure);
            }
        }
    }
}
