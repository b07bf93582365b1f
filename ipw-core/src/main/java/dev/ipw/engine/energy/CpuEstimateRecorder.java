package dev.ipw.engine.energy;

import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;

/**
 * Turn processor time into estimated joules by {@link CpuEstimate}; the bounds are those of its lowest and highest
 * constants.
 */
public final class CpuEstimateRecorder implements EnergyRecorder {
    private static final double NANOS_PER_SECOND = 1e9;

    private final DeviceSeries series;
    private final StepClock clock = new StepClock();
    private boolean begun;
    private long previousBusyNanos;
    private double lowestJoules;
    private double nominalJoules;
    private double highestJoules;

    /**
     * Starts recording a processor.
     *
     * @param name        a lasting name of the device
     * @param source      where the processor time is read, in words
     * @param periodNanos the time between two readings, in nanoseconds
     */
    public CpuEstimateRecorder(String name, String source, long periodNanos) {
        series = DeviceSeries.bounded(new MeteredDevice(name, Scope.PACKAGE, Provenance.ESTIMATED,
                "estimate from CPU time (" + source + ")", periodNanos));
    }

    @Override
    public DeviceSeries series() {
        return series;
    }

    /**
     * Takes a reading. One whose time does not advance is left out; the next one makes up for it. Processor time that falls,
     * or grows by more than the processors have, is held within what they have.
     *
     * @param beforeNanos       the clock before the processor time was read
     * @param afterNanos        the clock after it was read
     * @param plannedStepNanos  how long after the reading before it this one was to be taken
     * @param late              true if it came late, or took long
     * @param busyNanos         time all logical processors together have been busy, in nanoseconds
     * @param logicalProcessors how many there are
     */
    public void record(long beforeNanos, long afterNanos, long plannedStepNanos, boolean late, long busyNanos,
            int logicalProcessors) {
        if (!clock.advance(beforeNanos, afterNanos, plannedStepNanos)) {
            return;
        }
        double elapsedSeconds = clock.stepSeconds();
        double busySeconds = begun
                ? Math.clamp((busyNanos - previousBusyNanos) / NANOS_PER_SECOND, 0, elapsedSeconds * logicalProcessors)
                : 0;
        if (clock.isGap()) {
            series.markGap(true);
        }
        if (late) {
            series.markLate();
        }
        begun = true;
        previousBusyNanos = busyNanos;
        lowestJoules += CpuEstimate.LOWEST.joules(elapsedSeconds, logicalProcessors, busySeconds);
        nominalJoules += CpuEstimate.NOMINAL.joules(elapsedSeconds, logicalProcessors, busySeconds);
        highestJoules += CpuEstimate.HIGHEST.joules(elapsedSeconds, logicalProcessors, busySeconds);
        series.append(beforeNanos, afterNanos, nominalJoules, lowestJoules, highestJoules);
    }
}
