package dev.ipw.engine.energy;

import dev.ipw.energy.MeteredDevice;

/**
 * Integrate polled watts into joules by the trapezoid rule, for devices without an energy counter. Power may jump at any
 * moment between two readings, so the bounds hold if it lies between what both show all the while. A gap in the readings
 * is bridged up to {@value #LONGEST_BRIDGE_SECONDS} s, within bounds that hold if the power lies between the least and the
 * most that was read until its end; what a device used in a longer one stays unknown.
 */
public final class PowerRecorder implements EnergyRecorder {
    /** The most watts that are believed of anything: a gigawatt, as a large power plant gives. */
    public static final double MOST_WATTS = 1e9;

    static final double LONGEST_BRIDGE_SECONDS = 10;

    private final DeviceSeries series;
    private final StepClock clock;
    private boolean begun;
    private boolean isMissing;
    private double previousWatts;
    private double leastWatts = Double.POSITIVE_INFINITY;
    private double mostWatts;
    private double lowestJoules;
    private double joules;
    private double highestJoules;

    /**
     * Start recording a device.
     *
     * @param device what is metered
     */
    public PowerRecorder(MeteredDevice device) {
        series = DeviceSeries.bounded(device);
        clock = new StepClock();
    }

    @Override
    public DeviceSeries series() {
        return series;
    }

    /**
     * Take a reading that came as planned, a period after the one before it.
     *
     * @param beforeNanos the clock before the power was read
     * @param afterNanos  the clock after it was read
     * @param watts       the power in watts; one that is negative, not finite, or above {@link #MOST_WATTS} counts as missing
     */
    public void record(long beforeNanos, long afterNanos, double watts) {
        record(beforeNanos, afterNanos, series.device().periodNanos(), false, watts);
    }

    /**
     * Take a reading. One whose time does not advance is left out, and so is one that is no power.
     *
     * @param beforeNanos      the clock before the power was read
     * @param afterNanos       the clock after it was read
     * @param plannedStepNanos how long after the reading before it this one was to be taken
     * @param late             true if it came late, or took long
     * @param watts            the power in watts; one that is negative, not finite, or above {@link #MOST_WATTS} counts as missing
     */
    public void record(long beforeNanos, long afterNanos, long plannedStepNanos, boolean late, double watts) {
        if (!(watts >= 0 && watts <= MOST_WATTS)) {
            isMissing = begun;
            return;
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
}
