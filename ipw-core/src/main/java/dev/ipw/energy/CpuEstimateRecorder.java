package dev.ipw.energy;

/**
 * Turn processor time into estimated joules by {@link CpuEstimate}; the bounds are those of its lowest and highest
 * constants.
 */
public final class CpuEstimateRecorder {
    private static final double NANOS_PER_SECOND = 1e9;

    private final Curve lowest;
    private final Curve highest;
    private final Curve nominal;
    private final StepClock clock;
    private boolean begun;
    private long previousBusyNanos;

    /**
     * Start recording a processor.
     *
     * @param name        a lasting name of the device
     * @param source      where the processor time is read, in words
     * @param periodNanos the time between two readings, in nanoseconds
     */
    public CpuEstimateRecorder(String name, String source, long periodNanos) {
        MeteredDevice device = new MeteredDevice(name, Scope.PACKAGE, Provenance.ESTIMATED,
                "estimate from CPU time (" + source + ")", periodNanos);
        lowest = new Curve(CpuEstimate.LOWEST, new EnergySeries(device));
        highest = new Curve(CpuEstimate.HIGHEST, new EnergySeries(device));
        nominal = new Curve(CpuEstimate.NOMINAL, new EnergySeries(device, lowest.series, highest.series));
        clock = new StepClock(periodNanos);
    }

    /**
     * Give the joules recorded so far and from now on.
     *
     * @return the series that this recorder appends to; all it says is ESTIMATED
     */
    public EnergySeries series() {
        return nominal.series;
    }

    /**
     * Take a reading. One whose time does not advance is left out; the next one makes up for it. Processor time that falls,
     * or grows by more than the processors have, is held within what they have.
     *
     * @param beforeNanos       the clock before the processor time was read
     * @param afterNanos        the clock after it was read
     * @param busyNanos         time all logical processors together have been busy, in nanoseconds
     * @param logicalProcessors how many there are
     */
    public void record(long beforeNanos, long afterNanos, long busyNanos, int logicalProcessors) {
        if (!clock.advance(beforeNanos, afterNanos)) {
            return;
        }
        double elapsedSeconds = clock.stepSeconds();
        double busySeconds = begun
                ? Math.clamp((busyNanos - previousBusyNanos) / NANOS_PER_SECOND, 0, elapsedSeconds * logicalProcessors)
                : 0;
        if (clock.isGap()) {
            nominal.series.markGap(true);
        }
        begun = true;
        previousBusyNanos = busyNanos;
        lowest.grow(beforeNanos, afterNanos, elapsedSeconds, logicalProcessors, busySeconds);
        highest.grow(beforeNanos, afterNanos, elapsedSeconds, logicalProcessors, busySeconds);
        nominal.grow(beforeNanos, afterNanos, elapsedSeconds, logicalProcessors, busySeconds);
    }

    /**
     * Note that the processor time cannot be read.
     *
     * @param reason why
     */
    public void lost(String reason) {
        nominal.series.lose(reason);
    }

    private static final class Curve {
        private final CpuEstimate estimate;
        private final EnergySeries series;
        private double joules;

        Curve(CpuEstimate estimate, EnergySeries series) {
            this.estimate = estimate;
            this.series = series;
        }

        void grow(long beforeNanos, long afterNanos, double elapsedSeconds, int logicalProcessors,
                double busySeconds) {
            joules += estimate.joules(elapsedSeconds, logicalProcessors, busySeconds);
            series.append(beforeNanos, afterNanos, joules);
        }
    }
}
