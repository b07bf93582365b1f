package dev.ipw.energy.internal;

import dev.ipw.energy.MeteredDevice;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The state of a counter at one reading, which decides the plausible values of a later one. It is reused, and allocates
 * nothing.
 */
final class CounterState {
    private static final double NANOS_PER_SECOND = 1e9;

    private final double joulesPerCount;
    private final OptionalLong countRange;
    private final PowerPlausibility power;
    private long nanos;
    private long counts;
    private long totalCounts;
    private double secondsUnmoved;

    CounterState(MeteredDevice device, double joulesPerCount, OptionalLong countRange, OptionalDouble limitWatts) {
        this.joulesPerCount = joulesPerCount;
        this.countRange = countRange;
        power = new PowerPlausibility(device, limitWatts);
    }

    void becomes(CounterState other) {
        nanos = other.nanos;
        counts = other.counts;
        totalCounts = other.totalCounts;
        secondsUnmoved = other.secondsUnmoved;
        power.becomes(other.power);
    }

    void begin(long atNanos, long shown) {
        nanos = atNanos;
        counts = shown;
    }

    /** Moves to a later reading, and returns how it follows this one. */
    CounterStep advance(long atNanos, long shown) {
        CounterStep step = step(atNanos, shown);
        double stepSeconds = seconds(atNanos);
        double seconds = secondsUnmoved + stepSeconds;
        secondsUnmoved = shown == counts ? seconds : 0;
        long used = used(step, shown);
        if (step == CounterStep.ROSE) {
            power.rose(used * joulesPerCount, seconds);
        }
        if (step == CounterStep.ROSE || step == CounterStep.WRAPPED) {
            power.used(used * joulesPerCount, stepSeconds);
            totalCounts += used;
        } else {
            power.lost(stepSeconds);
        }
        nanos = atNanos;
        counts = shown;
        return step;
    }

    private long used(CounterStep step, long shown) {
        long difference = shown - counts;
        return step == CounterStep.WRAPPED ? difference + countRange.orElseThrow() : difference;
    }

    /** Returns how a later reading follows this one. */
    CounterStep step(long atNanos, long shown) {
        double stepSeconds = seconds(atNanos);
        if (countRange.isPresent() && power.canUse(countRange.getAsLong() * joulesPerCount, stepSeconds)) {
            return CounterStep.UNSEEN;
        }
        double seconds = secondsUnmoved + stepSeconds;
        long difference = shown - counts;
        boolean falls = shown < counts;
        if (!falls && difference >= 0
                && isPlausible(difference, seconds, power.believesRise(difference * joulesPerCount, seconds))) {
            return CounterStep.ROSE;
        }
        long wrapped = falls && countRange.isPresent() ? difference + countRange.getAsLong() : -1;
        return wrapped >= 0 && isPlausible(wrapped, seconds, power.believesWrap(wrapped * joulesPerCount, seconds))
                ? CounterStep.WRAPPED
                : CounterStep.ANEW;
    }

    /** Returns whether a later reading continues from this one. */
    boolean goesOn(long atNanos, long shown) {
        CounterStep step = step(atNanos, shown);
        return step == CounterStep.ROSE || step == CounterStep.WRAPPED;
    }

    /** Returns whether a later reading is possible for a counter that restarted at zero since this one. */
    boolean canHaveBegunSince(long atNanos, long shown) {
        return shown * joulesPerCount <= 0 || power.isUsual(shown * joulesPerCount, seconds(atNanos));
    }

    /** Returns whether a later reading continues from this one at about the power observed so far. */
    boolean goesOnAsUsual(long atNanos, long shown) {
        double joules = ((double) shown - counts) * joulesPerCount;
        return joules >= 0 && power.isUsual(joules, secondsUnmoved + seconds(atNanos));
    }

    /** One count is plausible where the device can have used anything: a counter may be coarse. */
    private boolean isPlausible(long counts, double seconds, boolean believed) {
        double most = PowerRecorder.MAX_WATTS * Math.max(PowerPlausibility.SHORTEST_STEP_SECONDS, seconds);
        return (counts <= 1 || believed) && counts * joulesPerCount <= most;
    }

    double joules() {
        return totalCounts * joulesPerCount;
    }

    /** Returns the joules that the counter itself showed when this state had counted none. */
    double offsetJoules() {
        return (counts - totalCounts) * joulesPerCount;
    }

    long nanos() {
        return nanos;
    }

    long counts() {
        return counts;
    }

    private double seconds(long atNanos) {
        return (atNanos - nanos) / NANOS_PER_SECOND;
    }
}
