package dev.ipw.energy.internal;

import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;

/**
 * A recorder that turns processor time into estimated joules by {@link CpuEstimate}; the bounds are those of its lowest
 * and highest constants.
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
     * @param name        a permanent name of the device
     * @param source      the place where the processor time is read, in plain words
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
     * Records a reading. A reading whose time does not advance is ignored; the next one includes its growth. Processor
     * time that falls, or grows by more than the available processor time, is limited to the available time.
     *
     * @param beforeNanos       the clock before the processor time was read
     * @param afterNanos        the clock after it was read
     * @param plannedStepNanos  the planned time since the reading before it
     * @param late              true if it came late, or took long
     * @param busyNanos         the busy time of all logical processors together, in nanoseconds
     * @param logicalProcessors the number of logical processors
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
