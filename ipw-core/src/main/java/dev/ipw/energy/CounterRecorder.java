package dev.ipw.energy;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Turn the raw counts of an energy counter into joules that only grow. A step is believed if it is no more than a device
 * can draw: twice the device's known limit, or twice {@value #ASSUMED_LIMIT_WATTS} W where none is known, since the
 * counter last moved and over at least {@value #SHORTEST_STEP_SECONDS} s because counters move in steps. A counter that
 * falls has passed its range if the step is then believed. Every other fall, and every rise that is not believed, starts
 * the counter anew, as after a suspended virtual machine: what was used in that step stays unknown.
 */
public final class CounterRecorder implements EnergyRecorder {
    static final double ASSUMED_LIMIT_WATTS = 1000;
    static final double SHORTEST_STEP_SECONDS = 0.2;

    private final EnergySeries series;
    private final StepClock clock;
    private final double joulesPerCount;
    private final OptionalLong countRange;
    private final double limitWatts;
    private boolean begun;
    private long previousCounts;
    private long totalCounts;
    private double secondsUnmoved;

    /**
     * Start recording a device.
     *
     * @param device         what is metered
     * @param joulesPerCount joules of one count
     * @param countRange     the number of counts after which the counter starts at zero again; empty if it never does
     * @param limitWatts     the most the device can draw, in watts; empty if that is not known
     */
    public CounterRecorder(MeteredDevice device, double joulesPerCount, OptionalLong countRange,
            OptionalDouble limitWatts) {
        this.series = new EnergySeries(device);
        this.clock = new StepClock();
        this.joulesPerCount = joulesPerCount;
        this.countRange = countRange;
        this.limitWatts = limitWatts.orElse(ASSUMED_LIMIT_WATTS);
    }

    @Override
    public EnergySeries series() {
        return series;
    }

    /**
     * Take a reading that came as planned, a period after the one before it.
     *
     * @param beforeNanos the clock before the counter was read
     * @param afterNanos  the clock after it was read
     * @param counts      the raw counts
     */
    public void record(long beforeNanos, long afterNanos, long counts) {
        record(beforeNanos, afterNanos, series.device().periodNanos(), false, counts);
    }

    /**
     * Take a reading. One whose time does not advance is left out; the next one makes up for it.
     *
     * @param beforeNanos      the clock before the counter was read
     * @param afterNanos       the clock after it was read
     * @param plannedStepNanos how long after the reading before it this one was to be taken
     * @param late             true if it came late, or took long
     * @param counts           the raw counts
     */
    public void record(long beforeNanos, long afterNanos, long plannedStepNanos, boolean late, long counts) {
        if (!clock.advance(beforeNanos, afterNanos, plannedStepNanos)) {
            return;
        }
        if (late) {
            series.markLate();
        }
        if (begun) {
            totalCounts += step(counts);
        }
        begun = true;
        previousCounts = counts;
        series.append(beforeNanos, afterNanos, totalCounts * joulesPerCount);
    }

    /** Mark what is to be said of the step to this reading, and give the counts used in it. */
    private long step(long counts) {
        double rangeJoules = countRange.isPresent() ? countRange.getAsLong() * joulesPerCount : Double.MAX_VALUE;
        double seconds = secondsUnmoved + clock.stepSeconds();
        long difference = counts - previousCounts;
        secondsUnmoved = difference == 0 ? seconds : 0;
        boolean mayHavePassedUnseen = clock.stepSeconds() * limitWatts >= rangeJoules;
        if (mayHavePassedUnseen || clock.isGap()) {
            series.markGap(!mayHavePassedUnseen);
        }
        if (mayHavePassedUnseen) {
            return 0;
        }
        if (difference >= 0 && isPlausible(difference, seconds)) {
            return difference;
        }
        long wrapped = difference < 0 && countRange.isPresent() ? difference + countRange.getAsLong() : -1;
        if (wrapped >= 0 && isPlausible(wrapped, clock.stepSeconds())) {
            series.markWrap();
            return wrapped;
        }
        series.markReset();
        return 0;
    }

    /** One count is always believed: a counter may be coarse. */
    private boolean isPlausible(long counts, double seconds) {
        return counts <= 1
                || counts * joulesPerCount <= 2 * limitWatts * Math.max(SHORTEST_STEP_SECONDS, seconds);
    }
}
