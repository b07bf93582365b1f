package dev.ipw.energy.internal;

import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.SensorState;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * A recorder that integrates polled watts into joules by the trapezoid rule, for devices without an energy counter.
 * Power may jump at any moment between two readings; the bounds hold if it always lies between the values of both. A
 * gap in the readings is bridged up to {@value #LONGEST_BRIDGE_SECONDS} s, within bounds that hold if the power lies
 * between the minimum and the maximum that was read until its end; the joules of a longer gap stay unknown. A reading
 * of more than twice the device's limit, or twice the assumed limit of a device without one, counts as missing; if more
 * than one in twenty are like that, the sensor is doubted.
 */
public final class PowerRecorder implements EnergyRecorder {
    /** The maximum plausible watts of anything: a gigawatt, as a large power plant gives. */
    public static final double MAX_WATTS = 1e9;

    static final double LONGEST_BRIDGE_SECONDS = 10;

    private static final int MIN_IMPLAUSIBLE = 10;
    private static final int IMPLAUSIBLE_DIVISOR = 20;

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
     * @param device the device
     */
    public PowerRecorder(MeteredDevice device) {
        this(device, OptionalDouble.empty());
    }

    /**
     * Starts recording a device.
     *
     * @param device     the device
     * @param limitWatts the maximum power of the device; empty if it is not known
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
     * Records a reading that came as planned, a period after the one before it.
     *
     * @param beforeNanos the clock before the power was read
     * @param afterNanos  the clock after it was read
     * @param watts       the power in watts; a value that is negative, not finite, or implausible for the device counts
     *                    as missing
     */
    public void record(long beforeNanos, long afterNanos, double watts) {
        record(beforeNanos, afterNanos, series.device().periodNanos(), false, watts);
    }

    /**
     * Records a reading. A reading whose time does not advance is ignored, and so is an invalid power.
     *
     * @param beforeNanos      the clock before the power was read
     * @param afterNanos       the clock after it was read
     * @param plannedStepNanos the planned time since the reading before it
     * @param late             true if it came late, or took long
     * @param watts            the power in watts; a value that is negative, not finite, or implausible for the device
     *                         counts as missing
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
        if (isDoubted && implausible <= readings / IMPLAUSIBLE_DIVISOR) {
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
     * @param limitWatts the current maximum power of the device; empty if it is not known
     */
    public void raiseLimit(OptionalDouble limitWatts) {
        mostPlausibleWatts = Math.max(mostPlausibleWatts,
                PowerPlausibility.mostReadWatts(series.device(), limitWatts));
    }

    private void doubtImplausible(double watts) {
        implausible++;
        highestImplausibleWatts = Math.max(highestImplausibleWatts, watts);
        if (implausible >= MIN_IMPLAUSIBLE && implausible > readings / IMPLAUSIBLE_DIVISOR) {
            isDoubted = true;
            series.doubt(SensorState.INCONSISTENT, String.format(Locale.ROOT,
                    "more than one in twenty readings of its power are above %.4g W, which is more than such a device can "
                            + "draw, up to %.4g W",
                    mostPlausibleWatts, highestImplausibleWatts));
        }
    }
}
