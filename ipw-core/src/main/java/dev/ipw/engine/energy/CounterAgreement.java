package dev.ipw.engine.energy;

import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.SensorState;
import java.util.Locale;
import java.util.OptionalDouble;

/** What the joules of a device's counter and those of its power say of each other, and of which of them is wrong. */
public enum CounterAgreement {
    /** They differ by no more than two sensors of one device may. */
    AGREE,
    /** They differ, and only the power can be that of such a device. */
    COUNTER_WRONG,
    /** They differ, and only the counter can be that of such a device. */
    POWER_WRONG,
    /** They differ, and either can be right. */
    UNDECIDED,
    /** They differ, and neither can be that of such a device. */
    BOTH_WRONG;

    private static final double LARGEST_RATIO = 1.15;
    // Power that is a mean, or old, tells of work from before it, and misses work at the end.
    private static final double EDGES = 2;
    private static final double OVER_THE_LIMIT = 1.1;
    private static final double WITHOUT_A_LIMIT = 2;
    private static final double LEAST_WATTS = 1;
    private static final double LEAST_WATTS_OF_A_BOARD = 5;

    /**
     * Compares the joules of one time.
     *
     * @param device        what is metered
     * @param limitWatts    the most it may draw; empty if that is not known
     * @param counterJoules what its counter rose by
     * @param powerJoules   what its power adds up to
     * @param seconds       how long it was
     * @param ageSeconds    over how long before it a reading of power may be a mean, and how far readings lie apart
     * @return what follows
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
     * Returns what follows where the power shows the same whatever the counter shows.
     *
     * @return POWER_WRONG, or BOTH_WRONG where the counter cannot be that of such a device
     */
    public CounterAgreement besideStuckPower() {
        return this == COUNTER_WRONG || this == BOTH_WRONG ? BOTH_WRONG : POWER_WRONG;
    }

    private static boolean fits(MeteredDevice device, OptionalDouble limitWatts, double watts) {
        double most = limitWatts.isPresent()
                ? OVER_THE_LIMIT * limitWatts.getAsDouble()
                : WITHOUT_A_LIMIT * PowerPlausibility.assumedWatts(device);
        double least = switch (device.scope()) {
            case GPU, MODULE, PSYS -> LEAST_WATTS_OF_A_BOARD;
            default -> LEAST_WATTS;
        };
        return watts >= least && watts <= most;
    }

    /**
     * Writes both figures for a person.
     *
     * @param counterJoules what the counter rose by
     * @param powerJoules   what the power adds up to
     * @param seconds       how long it was
     * @return a clause without a full stop
     */
    public static String words(double counterJoules, double powerJoules, double seconds) {
        return String.format(Locale.ROOT,
                "its counter rose by %.4g J in %.3g s in which its power adds up to %.4g J", counterJoules, seconds,
                powerJoules);
    }

    /**
     * Applies this to the series of both: one that is wrong is doubted, and where it is open which is, the power counts and its
     * figures are flagged INCONSISTENT.
     *
     * @param counter the joules of the counter
     * @param power   the joules of the power
     * @param words   both figures, as {@link #words} writes them
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
