package dev.ipw.energy.internal.curve;

import dev.ipw.energy.EnergyFinding;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.internal.EnergySteps;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * The search for times at which a device used less than its idle power, or more than its limit. Joules between two
 * edges are known exactly and only the time between them is not, so each piece is from one edge to another, of at least
 * {@value #MIN_STEPS} steps and two seconds. Fewer steps are judged together. A step alone is reported only if it is
 * more than twice the possible overshoot.
 */
public final class LimitWatch {
    private static final int MIN_STEPS = 10;
    private static final long SHORTEST_NANOS = 2_000_000_000L;
    private static final int MIN_SHORT_TIME_STEPS = 3;
    private static final double FAR_ABOVE = 2;
    private static final long SHORTEST_STEP_NANOS = 20_000_000L;
    private static final double SPREADS = 3;
    private static final double NANOS_PER_SECOND = 1e9;

    private final EnergySteps steps;
    private final PowerLimits limits;
    private final double leastWatts;
    private final List<Piece> found = new ArrayList<>();

    private LimitWatch(EnergySteps steps, PowerLimits limits, double idleSpreadWatts) {
        this.steps = steps;
        this.limits = limits;
        leastWatts = limits.leastWatts() - SPREADS * idleSpreadWatts;
    }

    /**
     * Compares joules with the limits.
     *
     * @param steps           the joules of the device
     * @param limits          its idle power, and its maximum power
     * @param idleSpreadWatts the spread of the idle power, as a standard deviation in watts; zero if the idle power is
     *                        given
     * @return the intervals outside of the limits, with consecutive ones merged; flagged INCONSISTENT
     */
    public static List<EnergyFinding> find(EnergySteps steps, PowerLimits limits, double idleSpreadWatts) {
        LimitWatch watch = new LimitWatch(steps, limits, idleSpreadWatts);
        int from = 0;
        boolean judged = false;
        for (int edge = 1; edge < steps.edges(); edge++) {
            if (!watch.isKnown(edge - 1)) {
                watch.judgeShort(judged, from, edge - 1);
                judged = false;
                from = edge;
            } else if (edge - from >= MIN_STEPS && steps.earliest(edge) - steps.latest(from) >= SHORTEST_NANOS) {
                watch.judge(from, edge);
                judged = true;
                from = edge;
            } else if (watch.isFarAbove(edge - 1, edge)) {
                watch.add(edge - 1, edge, true);
            }
        }
        watch.judgeShort(judged, from, steps.edges() - 1);
        return watch.found.stream().map(watch::finding).toList();
    }

    /**
     * Removes limits that the device's own joules contradict, even in one step: bounds that rely on them would not
     * hold.
     *
     * @param steps  the joules of the device
     * @param limits the stated limits of its power
     * @return the limits that all steps respect
     */
    public static PowerLimits credible(EnergySteps steps, PowerLimits limits) {
        LimitWatch watch = new LimitWatch(steps, limits, 0);
        boolean keepsIdle = true;
        boolean keepsLimit = true;
        for (int step = 0; step + 1 < steps.edges(); step++) {
            if (watch.isKnown(step)) {
                keepsIdle &= !watch.isBelow(step, step + 1);
                keepsLimit &= !watch.isAbove(step, step + 1);
            }
        }
        return new PowerLimits(keepsIdle ? limits.idleWatts() : OptionalDouble.empty(),
                keepsLimit ? limits.limitWatts() : OptionalDouble.empty(), limits.seen());
    }

    private boolean isBelow(int from, int to) {
        double joules = steps.joules(to) - steps.joules(from);
        return joules < leastWatts * (steps.earliest(to) - steps.latest(from)) / NANOS_PER_SECOND;
    }

    private boolean isAbove(int from, int to) {
        double joules = steps.joules(to) - steps.joules(from);
        return joules > limits.mostWatts() * (steps.latest(to) - steps.earliest(from)) / NANOS_PER_SECOND;
    }

    private boolean isKnown(int step) {
        boolean read = steps.isCounted()
                ? steps.isMovement(step) && steps.isMovement(step + 1)
                : !steps.isGap(step);
        return read && !steps.isUnknown(step);
    }

    private void judge(int from, int to) {
        boolean above = isAbove(from, to);
        if (above || isBelow(from, to)) {
            add(from, to, above);
        }
    }

    /** Judges the only readings although they are few, where the step alone is not too uncertain. */
    private void judgeShort(boolean judged, int from, int to) {
        if (!judged && to - from >= MIN_SHORT_TIME_STEPS) {
            judge(from, to);
        }
    }

    /** Returns whether a step alone exceeds any overshoot. */
    private boolean isFarAbove(int from, int to) {
        return steps.joules(to) - steps.joules(from) > FAR_ABOVE * limits.mostWatts()
                * Math.max(SHORTEST_STEP_NANOS, steps.latest(to) - steps.earliest(from)) / NANOS_PER_SECOND;
    }

    private void add(int from, int to, boolean above) {
        Piece last = found.isEmpty() ? null : found.getLast();
        if (last != null && last.above == above && last.to >= from) {
            found.set(found.size() - 1, new Piece(Math.min(from, last.from), to, above));
        } else {
            found.add(new Piece(from, to, above));
        }
    }

    private EnergyFinding finding(Piece piece) {
        TimeSpan span = new TimeSpan(steps.earliest(piece.from), steps.latest(piece.to));
        double joules = steps.joules(piece.to) - steps.joules(piece.from);
        double bound = (piece.above ? limits.limitWatts() : limits.idleWatts()).orElseThrow() * span.nanos()
                / NANOS_PER_SECOND;
        return new EnergyFinding(EnergyFlag.INCONSISTENT, span, String.format(Locale.ROOT,
                "%s, from %.1f to %.1f s after its first reading: its sensor reports %.4g J, and %s %.4g J. Either the"
                        + " sensor (%s) or that power is wrong.",
                steps.device().name(), (span.startNanos() - steps.earliest(0)) / NANOS_PER_SECOND,
                (span.endNanos() - steps.earliest(0)) / NANOS_PER_SECOND, joules,
                piece.above ? "its power limit allows" : "its idle power alone makes", bound,
                steps.device().source()));
    }

    private record Piece(int from, int to, boolean above) {}
}
