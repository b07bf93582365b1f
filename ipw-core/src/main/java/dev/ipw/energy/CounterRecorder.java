package dev.ipw.energy;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Turn the raw counts of an energy counter into joules that only grow. A step is believed if it is no more than the device
 * can draw by {@link BelievablePower} since the counter last moved, over at least
 * {@value BelievablePower#SHORTEST_STEP_SECONDS} s because counters move in steps, and over as long as readings can be
 * old. A counter that falls has passed its range if the device can have drawn that much since it last moved. Every other
 * fall, and every rise that is not believed, starts the counter anew, as after a suspended virtual machine: what was used in that step stays unknown.
 */
public final class CounterRecorder implements EnergyRecorder {
    private final EnergySeries series;
    private final StepClock clock;
    private final double joulesPerCount;
    private final OptionalLong countRange;
    private final BelievablePower power;
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
        this.power = new BelievablePower(device, limitWatts);
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
        double stepSeconds = clock.stepSeconds();
        double seconds = secondsUnmoved + stepSeconds;
        long difference = counts - previousCounts;
        secondsUnmoved = difference == 0 ? seconds : 0;
        boolean mayHavePassedUnseen = countRange.isPresent()
                && power.canUse(countRange.getAsLong() * joulesPerCount, stepSeconds);
        if (mayHavePassedUnseen || clock.isGap()) {
            series.markGap(!mayHavePassedUnseen);
        }
        if (mayHavePassedUnseen) {
            power.lost(stepSeconds);
            return 0;
        }
        if (difference >= 0 && isPlausible(difference, power.believesRise(difference * joulesPerCount, seconds))) {
            power.rose(difference * joulesPerCount, seconds);
            return used(difference);
        }
        long wrapped = difference < 0 && countRange.isPresent() ? difference + countRange.getAsLong() : -1;
        if (wrapped >= 0 && isPlausible(wrapped, power.believesWrap(wrapped * joulesPerCount, seconds))) {
            series.markWrap();
            return used(wrapped);
        }
        series.markReset();
        power.lost(stepSeconds);
        return 0;
    }

    /** One count is always believed: a counter may be coarse. */
    private static boolean isPlausible(long counts, boolean believed) {
        return counts <= 1 || believed;
    }

    private long used(long counts) {
        power.used(counts * joulesPerCount, clock.stepSeconds());
        return counts;
    }
}
