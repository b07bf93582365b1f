package dev.ipw.energy;

/**
 * Integrate polled watts into joules by the trapezoid rule, for devices without an energy counter. A gap in the readings
 * is bridged up to {@value #LONGEST_BRIDGE_SECONDS} s; what a device used in a longer one stays unknown.
 */
public final class PowerRecorder {
    static final double LONGEST_BRIDGE_SECONDS = 10;

    private final EnergySeries series;
    private final StepClock clock;
    private boolean begun;
    private double previousWatts;
    private double joules;

    /**
     * Start recording a device.
     *
     * @param device what is metered
     */
    public PowerRecorder(MeteredDevice device) {
        series = new EnergySeries(device);
        clock = new StepClock(device.periodNanos());
    }

    /**
     * Give the joules recorded so far and from now on.
     *
     * @return the series that this recorder appends to
     */
    public EnergySeries series() {
        return series;
    }

    /**
     * Take a reading. One whose time does not advance is left out, and so is one that is no power.
     *
     * @param beforeNanos the clock before the power was read
     * @param afterNanos  the clock after it was read
     * @param watts       the power in watts; negative or not finite counts as no reading
     */
    public void record(long beforeNanos, long afterNanos, double watts) {
        if (!(watts >= 0) || Double.isInfinite(watts) || !clock.advance(beforeNanos, afterNanos)) {
            return;
        }
        if (begun) {
            boolean tooLong = clock.isGap() && clock.stepSeconds() > LONGEST_BRIDGE_SECONDS;
            if (clock.isGap()) {
                series.markGap(!tooLong);
            }
            joules += tooLong ? 0 : (previousWatts + watts) / 2 * clock.stepSeconds();
        }
        begun = true;
        previousWatts = watts;
        series.append(beforeNanos, afterNanos, joules);
    }

    /**
     * Note that the power cannot be read.
     *
     * @param reason why
     */
    public void lost(String reason) {
        series.lose(reason);
    }
}
