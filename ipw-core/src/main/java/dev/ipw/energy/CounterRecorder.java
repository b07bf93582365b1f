package dev.ipw.energy;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Turn the raw counts of an energy counter into joules that only grow. A counter that falls has either passed its range
 * or started anew. It passed its range if what it then counted is no more than a device can draw; the limit is twice the
 * device's known limit, or twice {@value #ASSUMED_LIMIT_WATTS} W where none is known, over at least
 * {@value #SHORTEST_STEP_SECONDS} s because counters move in steps. Otherwise it started anew, and what it lost stays
 * unknown.
 */
public final class CounterRecorder {
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
        this.clock = new StepClock(device.periodNanos());
        this.joulesPerCount = joulesPerCount;
        this.countRange = countRange;
        this.limitWatts = limitWatts.orElse(ASSUMED_LIMIT_WATTS);
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
     * Take a reading. One whose time does not advance is left out; the next one makes up for it.
     *
     * @param beforeNanos the clock before the counter was read
     * @param afterNanos  the clock after it was read
     * @param counts      the raw counts
     */
    public void record(long beforeNanos, long afterNanos, long counts) {
        if (!clock.advance(beforeNanos, afterNanos)) {
            return;
        }
        if (begun) {
            totalCounts += step(counts);
        }
        begun = true;
        previousCounts = counts;
        series.append(beforeNanos, afterNanos, totalCounts * joulesPerCount);
    }

    /**
     * Note that the counter cannot be read.
     *
     * @param reason why
     */
    public void lost(String reason) {
        series.lose(reason);
    }

    /** Mark what is to be said of the step to this reading, and give the counts used in it. */
    private long step(long counts) {
        double rangeJoules = countRange.isPresent() ? countRange.getAsLong() * joulesPerCount : Double.MAX_VALUE;
        boolean mayHavePassedUnseen = clock.stepSeconds() * limitWatts >= rangeJoules;
        if (mayHavePassedUnseen || clock.isGap()) {
            series.markGap(!mayHavePassedUnseen);
        }
        if (mayHavePassedUnseen) {
            return 0;
        }
        long difference = counts - previousCounts;
        if (difference >= 0) {
            return difference;
        }
        long wrapped = countRange.isPresent() ? difference + countRange.getAsLong() : -1;
        double plausibleJoules = 2 * limitWatts * Math.max(SHORTEST_STEP_SECONDS, clock.stepSeconds());
        if (wrapped >= 0 && wrapped * joulesPerCount <= plausibleJoules) {
            series.markWrap();
            return wrapped;
        }
        series.markReset();
        return 0;
    }
}
