package dev.ipw.engine.energy;

import dev.ipw.energy.SensorState;
import java.util.Locale;

/**
 * Compare a doubted energy counter with the power of the same device, again and again over half a second and more in which
 * the counter moves. It is believed once {@value #REPEATS} comparisons in a row find between half and twice the joules of
 * the power, and no longer after as many that do not. Until then, and ever since, the power counts.
 */
public final class CounterTrial {
    static final int REPEATS = 3;
    private static final long SHORTEST_NANOS = 500_000_000L;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double LARGEST_RATIO = 2;

    private final DeviceSeries counter;
    private final DeviceSeries power;
    private boolean begun;
    private long startNanos;
    private double counterStart;
    private double powerStart;
    private double counterSeen;
    private int unknownSteps;
    private int agreed;
    private int disagreed;

    /**
     * Doubt a counter.
     *
     * @param counter records the counter
     * @param power   integrates the power of the same device
     */
    public CounterTrial(CounterRecorder counter, PowerRecorder power) {
        this.counter = counter.series();
        this.power = power.series();
        // The later part of a resumed run goes on with what the earlier one found.
        if (this.counter.sampleCount() == 0) {
            this.counter.doubt(SensorState.UNPROVEN,
                    "the counter has not yet moved for long enough to be compared with the device's power");
        }
    }

    /**
     * Doubt a counter that nothing can prove right.
     *
     * @param counter records the counter
     */
    public static void withoutPower(CounterRecorder counter) {
        counter.series().doubt(SensorState.INCONSISTENT,
                "the counter is known to be wrong on some devices, and there is no "
                        + "reading of the device's power to compare it with");
    }

    /** Look at both after each reading of both. */
    public void compare() {
        double counted = counter.totalJoules();
        if (counted == counterSeen || counter.lastNanos().isEmpty() || power.lastNanos().isEmpty()) {
            return;
        }
        counterSeen = counted;
        long nanos = counter.lastNanos().getAsLong();
        int unknown = counter.unknownSteps() + power.unknownSteps();
        if (begun && unknown == unknownSteps && nanos - startNanos < SHORTEST_NANOS) {
            return;
        }
        if (begun && unknown == unknownSteps) {
            judge(counted - counterStart, power.totalJoules() - powerStart, nanos - startNanos);
        }
        begun = true;
        unknownSteps = unknown;
        startNanos = nanos;
        counterStart = counted;
        powerStart = power.totalJoules();
    }

    private void judge(double counterJoules, double powerJoules, long nanos) {
        boolean agrees = counterJoules <= LARGEST_RATIO * powerJoules && powerJoules <= LARGEST_RATIO * counterJoules;
        agreed = agrees ? agreed + 1 : 0;
        disagreed = agrees ? 0 : disagreed + 1;
        if (agreed == REPEATS) {
            counter.believe();
        } else if (disagreed == REPEATS) {
            counter.doubt(SensorState.INCONSISTENT, String.format(Locale.ROOT,
                    "the counter rose by %.4g J in %.2f s in which the device's power makes %.4g J", counterJoules,
                    nanos / NANOS_PER_SECOND, powerJoules));
        }
    }
}
