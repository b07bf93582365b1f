package dev.ipw.engine.energy;

import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.SensorState;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Integrate polled watts into joules by the trapezoid rule, for devices without an energy counter. Power may jump at any
 * moment between two readings, so the bounds hold if it lies between what both show all the while. A gap in the readings
 * is bridged up to {@value #LONGEST_BRIDGE_SECONDS} s, within bounds that hold if the power lies between the least and the
 * most that was read until its end; what a device used in a longer one stays unknown. A reading of more than twice the device's
 * limit, or twice what is assumed of a device without one, counts as missing; more than one in twenty of them, and the sensor
 * is doubted.
 */
public final class PowerRecorder implements EnergyRecorder {
    /** The most watts that are believed of anything: a gigawatt, as a large power plant gives. */
    public static final double MOST_WATTS = 1e9;

    static final double LONGEST_BRIDGE_SECONDS = 10;

    private static final int FEWEST_IMPLAUSIBLE = 10;
    private static final int MOST_IMPLAUSIBLE_PART = 20;

    private final DeviceSeries series;
    private final StepClock clock;
    private double mostPlausibleWatts;
    private boolean isDoubted;
    private long readings;
    private long implausible;
    private double highestImplausibleWatts;
    private boolean begun;
    private boolean isMissing;
    private double previousWatts;
    private double leastWatts = Double.POSITIVE_INFINITY;
    private double mostWatts;
    private double lowestJoules;
    private double joules;
    private double highestJoules;

    /**
     * Starts recording a device whose limit is not known.
     *
     * @param device what is metered
     */
    public PowerRecorder(MeteredDevice device) {
        this(device, OptionalDouble.empty());
    }

    /**
     * Starts recording a device.
     *
     * @param device     what is metered
     * @param limitWatts the most the device may draw; empty if that is not known
     */
    public PowerRecorder(MeteredDevice device, OptionalDouble limitWatts) {
        series = DeviceSeries.bounded(device);
        clock = new StepClock();
        mostPlausibleWatts = PowerPlausibility.mostReadWatts(device, limitWatts);
    }

    @Override
    public DeviceSeries series() {
        return series;
    }

    /**
     * Takes a reading that came as planned, a period after the one before it.
     *
     * @param beforeNanos the clock before the power was read
     * @param afterNanos  the clock after it was read
     * @param watts       the power in watts; one that is negative, not finite, or more than such a device draws counts as missing
     */
    public void record(long beforeNanos, long afterNanos, double watts) {
        record(beforeNanos, afterNanos, series.device().periodNanos(), false, watts);
    }

    /**
     * Takes a reading. One whose time does not advance is left out, and so is one that is no power.
     *
     * @param beforeNanos      the clock before the power was read
     * @param afterNanos       the clock after it was read
     * @param plannedStepNanos how long after the reading before it this one was to be taken
     * @param late             true if it came late, or took long
     * @param watts            the power in watts; one that is negative, not finite, or more than such a device draws counts as
     *                         missing
     */
    public void record(long beforeNanos, long afterNanos, long plannedStepNanos, boolean late, double watts) {
        readings++;
        if (!(watts >= 0 && watts <= mostPlausibleWatts)) {
            isMissing = begun;
            if (watts > mostPlausibleWatts) {
                doubtImplausible(watts);
            }
            return;
        }
        if (isDoubted && implausible <= readings / MOST_IMPLAUSIBLE_PART) {
            isDoubted = false;
            series.believe();
        }
        if (!clock.advance(beforeNanos, afterNanos, plannedStepNanos)) {
            return;
        }
        if (late) {
            series.markLate();
        }
        leastWatts = Math.min(leastWatts, watts);
        mostWatts = Math.max(mostWatts, watts);
        if (begun) {
            boolean gap = clock.isGap() || isMissing;
            boolean tooLong = clock.isGap() && clock.stepSeconds() > LONGEST_BRIDGE_SECONDS;
            if (gap) {
                series.markGap(!tooLong);
            }
            double seconds = tooLong ? 0 : clock.stepSeconds();
            lowestJoules += (gap ? leastWatts : Math.min(previousWatts, watts)) * seconds;
            joules += (previousWatts + watts) / 2 * seconds;
            highestJoules += (gap ? mostWatts : Math.max(previousWatts, watts)) * seconds;
        }
        begun = true;
        isMissing = false;
        previousWatts = watts;
        series.append(beforeNanos, afterNanos, joules, lowestJoules, highestJoules);
    }

    /**
     * Allows for a limit that was raised since the recording began.
     *
     * @param limitWatts the most the device may draw now; empty if that is not known
     */
    public void raiseLimit(OptionalDouble limitWatts) {
        mostPlausibleWatts = Math.max(mostPlausibleWatts,
                PowerPlausibility.mostReadWatts(series.device(), limitWatts));
    }

    private void doubtImplausible(double watts) {
        implausible++;
        highestImplausibleWatts = Math.max(highestImplausibleWatts, watts);
        if (implausible >= FEWEST_IMPLAUSIBLE && implausible > readings / MOST_IMPLAUSIBLE_PART) {
            isDoubted = true;
            series.doubt(SensorState.INCONSISTENT, String.format(Locale.ROOT,
                    "more than one in twenty readings of its power are above %.4g W, which is more than such a device can "
                            + "draw, up to %.4g W",
                    mostPlausibleWatts, highestImplausibleWatts));
        }
    }
}
