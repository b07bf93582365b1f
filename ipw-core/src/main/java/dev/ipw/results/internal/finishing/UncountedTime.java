package dev.ipw.results.internal.finishing;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.internal.EnergySteps;
import dev.ipw.energy.internal.curve.PowerLimits;
import dev.ipw.statistics.Quantiles;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The part of the measured time in which the joules of a device are unknown: where it was not read, in steps with
 * unknown joules, after the last movement of a counter, and while a counter was dead. A counter that stands still was
 * dead if it then continues with a usual step; one that jumps has counted.
 */
public final class UncountedTime {
    private static final double NANOS = 1e9;
    private static final long SHORTEST_STUCK_NANOS = 1_000_000_000L;
    private static final double STEPS_MISSED = 2.5;
    private static final double MAX_USUAL_STEPS = 1.5;
    private static final int STEPS_BESIDE = 3;
    private static final double MEDIAN = 0.5;

    private final EnergySteps steps;
    private final List<TimeSpan> measured;
    private final OptionalDouble limitWatts;
    private final BitSet uncounted = new BitSet();
    private final boolean dead;
    private final double highestWatts;

    /**
     * Finds the uncounted time.
     *
     * @param steps    the device's readings
     * @param measured the measurement windows
     * @param limits   the maximum power of the device
     */
    public UncountedTime(EnergySteps steps, List<TimeSpan> measured, PowerLimits limits) {
        this.steps = steps;
        this.measured = measured;
        limitWatts = limits.limitWatts();
        int count = Math.max(0, steps.edges() - 1);
        for (int step = 0; step < count; step++) {
            // A counter never showed the joules after its last movement before such an edge.
            uncounted.set(step, steps.isUnknown(step) || (steps.isCounted() && !steps.isMovement(step + 1)));
        }
        int[] stuckSteps = IntStream.range(0, count).filter(this::isDead).toArray();
        dead = Arrays.stream(stuckSteps).anyMatch(step -> measuredNanos(step) > 0)
                || (count > 0 && measuredNanos(count - 1) > 0 && isFrozen(count - 1));
        Arrays.stream(stuckSteps).forEach(uncounted::set);
        int[] known = IntStream.range(0, count).filter(step -> !uncounted.get(step)).toArray();
        highestWatts = IntStream.of(known).filter(this::isWhole).mapToDouble(this::watts).max()
                .orElseGet(() -> IntStream.of(known).mapToDouble(this::watts).max().orElse(0));
    }

    /** Returns whether the joules of a step are unknown. */
    boolean holds(int step) {
        return uncounted.get(step);
    }

    /**
     * Adds flags to joules: PARTIAL where the counter was dead.
     *
     * @param total joules of the measured time
     * @return the same with its flags
     */
    public EnergyReading flag(EnergyReading total) {
        return dead && total.isAvailable() ? total.flagged(EnergyFlag.PARTIAL) : total;
    }

    /**
     * Raises the upper bound of joules with a missing part by the joules that the device may have used in that time:
     * those of its limit, or of the maximum power that it showed if that is higher or no limit is known.
     *
     * @param total joules of the measured time, with their flags
     * @return the same with that upper bound, BOUNDED
     */
    public EnergyReading bound(EnergyReading total) {
        if (!total.isAvailable() || total.isComplete()) {
            return total;
        }
        return new EnergyReading(total.joules(), total.lower(),
                OptionalDouble.of(total.upper().orElseThrow() + mostWatts() * seconds()), total.provenance(),
                total.scopes(), total.source(), total.flags(), total.reason()).flagged(EnergyFlag.BOUNDED);
    }

    /**
     * Returns a warning with the power by which the upper bound was raised.
     *
     * @param total joules of the measured time, with their flags
     * @return a sentence; empty if nothing is missing
     */
    public Optional<String> warning(EnergyReading total) {
        if (!total.isAvailable() || total.isComplete() || seconds() <= 0) {
            return Optional.empty();
        }
        boolean limited = limitWatts.isPresent() && limitWatts.getAsDouble() >= highestWatts;
        return Optional.of(String.format(Locale.ROOT,
                "The joules of %s in %.3g s of the run are unknown. The upper bound of "
                        + "its joules takes %s, %.4g W, for that time.",
                steps.device().name(), seconds(),
                limited ? "its limit" : "the highest power that it was seen to draw", mostWatts()));
    }

    /** Returns the maximum power of the device where its power is unknown. */
    double mostWatts() {
        return Math.max(limitWatts.orElse(0), highestWatts);
    }

    private double seconds() {
        if (steps.edges() == 0) {
            return 0;
        }
        long nanos = overlap(Long.MIN_VALUE, steps.latest(0))
                + overlap(steps.earliest(steps.edges() - 1), Long.MAX_VALUE);
        return (nanos + uncounted.stream().mapToLong(this::measuredNanos).sum()) / NANOS;
    }

    private long measuredNanos(int step) {
        return overlap(steps.earliest(step), steps.latest(step + 1));
    }

    private long overlap(long startNanos, long endNanos) {
        return measured.stream().mapToLong(
                span -> Math.max(0, Math.min(span.endNanos(), endNanos) - Math.max(span.startNanos(), startNanos)))
                .sum();
    }

    private boolean isDead(int step) {
        return steps.isCounted() && !uncounted.get(step) && standsLong(step)
                && joules(step) <= MAX_USUAL_STEPS * usual(step, this::joules);
    }

    /** Returns whether the counter stands still to the end of the last step for longer than usual. */
    private boolean isFrozen(int step) {
        return steps.isCounted() && !steps.isMovement(step + 1) && !steps.isUnknown(step) && standsLong(step);
    }

    private boolean standsLong(int step) {
        long resolution = steps.device().resolutionNanos();
        long stood = steps.earliest(step + 1) + resolution - steps.latest(step);
        double usualNanos = usual(step, this::nanos);
        return stood >= SHORTEST_STUCK_NANOS && stood >= STEPS_MISSED * resolution && usualNanos > 0
                && stood >= STEPS_MISSED * usualNanos;
    }

    /** Returns the median of the steps before one or of those after it, the larger of the two; 0 without steps. */
    private double usual(int step, IntToDoubleFunction figure) {
        int before = step - 1;
        while (before >= 0 && step - before <= STEPS_BESIDE && !uncounted.get(before)) {
            before--;
        }
        int after = step + 1;
        while (after < steps.edges() - 1 && after - step <= STEPS_BESIDE && !uncounted.get(after)) {
            after++;
        }
        return Math.max(median(IntStream.range(before + 1, step), figure),
                median(IntStream.range(step + 1, after), figure));
    }

    private static double median(IntStream some, IntToDoubleFunction figure) {
        double[] figures = some.mapToDouble(figure).toArray();
        return figures.length == 0 ? 0 : Quantiles.of(figures, MEDIAN);
    }

    private double nanos(int step) {
        return (steps.earliest(step + 1) + steps.latest(step + 1) - steps.earliest(step) - steps.latest(step)) / 2.0;
    }

    private double joules(int step) {
        return steps.joules(step + 1) - steps.joules(step);
    }

    /** Returns whether all joules of a step were used in it; those up to a counter's first movement began earlier. */
    private boolean isWhole(int step) {
        return !steps.isCounted() || steps.isMovement(step);
    }

    /** Returns the power over the longer of two times: after a gap a movement may be seen long after it happened. */
    private double watts(int step) {
        long nanos = Math.max(steps.earliest(step + 1) - steps.earliest(step),
                steps.latest(step + 1) - steps.latest(step));
        return nanos > 0 ? joules(step) / (nanos / NANOS) : 0;
    }
}
