package dev.ipw.energy.internal;

import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.SensorState;
import java.util.Locale;
import java.util.OptionalDouble;

/** The agreement of the joules of a device's counter with those of its power, and the choice of the wrong one. */
public enum CounterAgreement {
    /** They differ by no more than two sensors of one device may differ. */
    AGREE,
    /** They differ, and only the power is possible for such a device. */
    COUNTER_WRONG,
    /** They differ, and only the counter is possible for such a device. */
    POWER_WRONG,
    /** They differ, and both are possible. */
    UNDECIDED,
    /** They differ, and neither is possible for such a device. */
    BOTH_WRONG;

    private static final double LARGEST_RATIO = 1.15;
    // Power that is a mean, or old, includes work from before it, and misses work at the end.
    private static final double EDGES = 2;
    private static final double OVER_THE_LIMIT = 1.1;
    private static final double WITHOUT_A_LIMIT = 2;
    private static final double MIN_WATTS = 1;
    private static final double MIN_BOARD_WATTS = 5;

    /**
     * Compares the joules of one interval.
     *
     * @param device        the device
     * @param limitWatts    its maximum power; empty if it is not known
     * @param counterJoules the growth of its counter
     * @param powerJoules   the integral of its power
     * @param seconds       the length of the interval
     * @param ageSeconds    the maximum time before a power reading over which it may be a mean, plus the distance of
     *                      the readings
     * @return the agreement
     */
    public static CounterAgreement of(MeteredDevice device, OptionalDouble limitWatts, double counterJoules,
            double powerJoules, double seconds, double ageSeconds) {
        double ratio = LARGEST_RATIO + EDGES * ageSeconds / seconds;
        if (counterJoules <= ratio * powerJoules && powerJoules <= ratio * counterJoules) {
            return AGREE;
        }
        boolean counterFits = fits(device, limitWatts, counterJoules / seconds);
        boolean powerFits = fits(device, limitWatts, powerJoules / seconds);
        if (counterFits == powerFits) {
            return counterFits ? UNDECIDED : BOTH_WRONG;
        }
        return counterFits ? POWER_WRONG : COUNTER_WRONG;
    }

    /**
     * Returns the agreement where the power stays constant whatever the counter shows.
     *
     * @return POWER_WRONG, or BOTH_WRONG where the counter is impossible for such a device
     */
    public CounterAgreement besideStuckPower() {
        return this == COUNTER_WRONG || this == BOTH_WRONG ? BOTH_WRONG : POWER_WRONG;
    }

    private static boolean fits(MeteredDevice device, OptionalDouble limitWatts, double watts) {
        double most = limitWatts.isPresent()
                ? OVER_THE_LIMIT * limitWatts.getAsDouble()
                : WITHOUT_A_LIMIT * PowerPlausibility.assumedWatts(device);
        double least = switch (device.scope()) {
            case GPU, MODULE, PSYS -> MIN_BOARD_WATTS;
            default -> MIN_WATTS;
        };
        return watts >= least && watts <= most;
    }

    /**
     * Formats both figures for a reader.
     *
     * @param counterJoules the growth of the counter
     * @param powerJoules   the integral of the power
     * @param seconds       the length of the interval
     * @return a clause without a full stop
     */
    public static String words(double counterJoules, double powerJoules, double seconds) {
        return String.format(Locale.ROOT,
                "its counter rose by %.4g J in %.3g s in which its power adds up to %.4g J", counterJoules, seconds,
                powerJoules);
    }

    /**
     * Applies this to both series: a wrong one is doubted; if it is open which one is wrong, the power counts and its
     * figures are flagged INCONSISTENT.
     *
     * @param counter the joules of the counter
     * @param power   the joules of the power
     * @param words   both figures, as {@link #words} formats them
     */
    public void applyTo(DeviceSeries counter, DeviceSeries power, String words) {
        power.contradict(this == UNDECIDED);
        doubt(counter, this != AGREE && this != POWER_WRONG, words);
        doubt(power, this == POWER_WRONG || this == BOTH_WRONG, words);
    }

    private static void doubt(DeviceSeries series, boolean isWrong, String words) {
        if (isWrong) {
            series.doubt(SensorState.INCONSISTENT, words);
        } else {
            series.believe();
        }
    }
}
