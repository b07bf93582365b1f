package dev.ipw.energy.internal.curve;

import dev.ipw.energy.internal.EnergySteps;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The curve E(t), the joules of one device up to any moment: exact at the edges of its counter, shaped between them by
 * the powers of the states of a run, and straight where no states are known. Every figure is a difference of this one
 * curve, so parts add up to the whole. The uncertainty of E(t) is given as bounds that hold if the counter does, and as
 * a standard deviation. Nanoseconds are those of the readings.
 */
public final class EnergyCurve {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double SQRT_12 = Math.sqrt(12);
    // Powers differ from state to state in more ways than the fit considers.
    private static final double SIGMA_MARGIN = 1.12;
    private static final double LAG_UNCERTAINTY_SECONDS = 0.001;

    private final EnergySteps edges;
    private final StepColumns steps;
    private final Optional<IntegratedSteps> integrated;
    private final EdgeTimes times;
    private final PowerLimits limits;
    private final LaggedResponse response;
    private final PowerLevels levels;
    private final double lagSeconds;
    private final double cappedWatts;

    private EnergyCurve(EnergySteps edges, ActivityTimeline activity, PowerLimits limits, OptionalDouble knownLag) {
        this.edges = edges;
        this.limits = limits;
        times = EdgeTimes.of(edges);
        steps = new StepColumns(edges, times);
        integrated = edges.isCounted() ? Optional.empty() : Optional.of(new IntegratedSteps(edges, limits));
        double[] boundaries = activity.boundarySeconds(times.originNanos());
        lagSeconds = knownLag.isPresent()
                ? knownLag.getAsDouble()
                : LagFit.seconds(steps, activity, boundaries);
        response = new LaggedResponse(boundaries, lagSeconds);
        levels = PowerLevels.fit(steps, activity, boundaries, lagSeconds);
        cappedWatts = limits.limitWatts().orElseGet(this::highestSeenWatts);
    }

    /**
     * Creates the curve of a device whose lag may be known from an earlier interval of the same run.
     *
     * @param edges      the edges of its counter or meter
     * @param activity   the states of the run
     * @param limits     the minimum and the maximum power of the device
     * @param lagSeconds the lag of its power behind its work; searched for if empty
     * @return the curve
     */
    public static EnergyCurve of(EnergySteps edges, ActivityTimeline activity, PowerLimits limits,
            OptionalDouble lagSeconds) {
        if (edges.edges() < 2) {
            throw new IllegalArgumentException("A curve needs two readings, not " + edges.edges());
        }
        return new EnergyCurve(edges, activity, limits, lagSeconds);
    }

    /**
     * Returns the lag of the power behind the work.
     *
     * @return seconds; 0 if no lag is visible
     */
    public double lagSeconds() {
        return lagSeconds;
    }

    /**
     * Returns E(t).
     *
     * @param nanos the moment
     * @return joules since the series began; flat before its first reading and after its last
     */
    public double joulesAt(long nanos) {
        if (integrated.isPresent()) {
            return integrated.get().joulesAt(nanos);
        }
        double seconds = seconds(nanos);
        int step = step(seconds);
        return steps.joulesBefore(step) + share(step, seconds) * steps.joules(step);
    }

    private double lowestAt(long nanos) {
        int before = lastSurelyBy(nanos);
        int after = Math.min(before + 1, edges.edges() - 1);
        if (before < 0) {
            return edges.lowestJoules(0);
        }
        double lowest = edges.lowestJoules(before) + (isJoined(before, after)
                ? limits.leastWatts() * seconds(edges.latest(before), nanos)
                : 0);
        return isJoined(before, after) && edges.latest(after) >= nanos
                ? Math.max(Math.min(lowest, edges.lowestJoules(after)),
                        edges.lowestJoules(after) - limits.mostWatts() * seconds(nanos, edges.latest(after)))
                : lowest;
    }

    private double highestAt(long nanos) {
        int after = firstSurelyFrom(nanos);
        int before = Math.max(0, after - 1);
        if (after == edges.edges()) {
            return edges.highestJoules(after - 1);
        }
        double highest = edges.highestJoules(after) - (isJoined(before, after)
                ? limits.leastWatts() * seconds(nanos, edges.earliest(after))
                : 0);
        if (isJoined(before, after)) {
            highest = Math.min(Math.max(highest, edges.highestJoules(before)), mostSince(before, nanos));
        }
        // The last of the readings around a pause shows all its joules, most of which were used after the moment.
        return before > 0 && isJoined(before - 1, before) ? Math.min(highest, mostSince(before - 1, nanos)) : highest;
    }

    /** Returns the maximum joules up to a moment, from the joules up to an edge before it. */
    private double mostSince(int edge, long nanos) {
        // Where it need not have moved, the counter may have held back earlier joules.
        if (!edges.isMovement(edge) || edges.earliest(edge) > nanos) {
            return Double.POSITIVE_INFINITY;
        }
        double seconds = seconds(edges.earliest(edge), nanos);
        return edges.highestJoules(edge)
                + (edges.isGap(edge) ? limits.mostUnreadJoules(seconds) : limits.mostWatts() * seconds);
    }

    /**
     * Returns the standard deviation of E(t): of the times of the edges around it, and of the shape of their step.
     *
     * @param nanos the moment
     * @return joules
     */
    public double sigmaAt(long nanos) {
        if (integrated.isPresent()) {
            return SIGMA_MARGIN * integrated.get().sigmaAt(nanos);
        }
        double seconds = seconds(nanos);
        int step = step(seconds);
        double length = steps.endSeconds(step) - steps.startSeconds(step);
        if (seconds < steps.startSeconds(step) || seconds > steps.endSeconds(step)) {
            return 0;
        }
        Part before = part(step, seconds);
        double share = before.share();
        double power = before.watts();
        double edgesSigma = power
                * Math.hypot((1 - share) * steps.sigmaSeconds(step), share * steps.sigmaSeconds(step + 1));
        double shape = before.isShaped() ? before.shapeSigma() : steps.joules(step) * share * (1 - share) / 2;
        double divided = (1 - share) * dividedSigma(step) + share * dividedSigma(step + 1);
        return length > 0 ? SIGMA_MARGIN * Math.hypot(Math.hypot(edgesSigma, shape), divided) : 0;
    }

    /** Returns the standard deviation of the joules up to an edge, where power divides the joules of a counter. */
    private double dividedSigma(int edge) {
        return (edges.highestJoules(edge) - edges.lowestJoules(edge)) / SQRT_12;
    }

    /**
     * Returns the standard deviation of a window's joules. That of a counter is due to the window's edges alone; watts
     * may also have jumped between any two readings in it.
     *
     * @param startNanos the start of the window
     * @param endNanos   the end of the window
     * @return joules
     */
    public double sigmaBetween(long startNanos, long endNanos) {
        return integrated.isPresent()
                ? SIGMA_MARGIN * integrated.get().sigmaBetween(startNanos, endNanos)
                : Math.hypot(sigmaAt(startNanos), sigmaAt(endNanos));
    }

    /**
     * Returns the minimum joules of a window.
     *
     * @param startNanos the start of the window
     * @param endNanos   the end of the window
     * @return joules
     */
    public double lowestBetween(long startNanos, long endNanos) {
        return integrated.isPresent()
                ? integrated.get().lowestBetween(startNanos, endNanos)
                : Math.max(0, lowestAt(endNanos) - highestAt(startNanos));
    }

    /**
     * Returns the maximum joules of a window.
     *
     * @param startNanos the start of the window
     * @param endNanos   the end of the window
     * @return joules
     */
    public double highestBetween(long startNanos, long endNanos) {
        double seconds = Math.max(seconds(startNanos, endNanos), 1e-9);
        return Math.min(integrated.isPresent()
                ? integrated.get().highestBetween(startNanos, endNanos)
                : highestAt(endNanos) - lowestAt(startNanos),
                isUnread(startNanos, endNanos) ? limits.mostUnreadJoules(seconds) : limits.mostWatts() * seconds);
    }

    /** Returns whether a counter was not read between two moments. */
    private boolean isUnread(long startNanos, long endNanos) {
        int before = lastSurelyBy(startNanos);
        return edges.isCounted() && before >= 0 && before + 1 < edges.edges() && edges.isGap(before)
                && edges.latest(before + 1) >= endNanos;
    }

    /**
     * Returns the time at which an edge was placed.
     *
     * @param edge its index
     * @return nanoseconds on the clock of the readings
     */
    public long edgeNanos(int edge) {
        return times.originNanos() + Math.round(times.nanos()[edge]);
    }

    private static double seconds(long fromNanos, long toNanos) {
        return Math.max(0, toNanos - fromNanos) / NANOS_PER_SECOND;
    }

    private double seconds(long nanos) {
        return (nanos - times.originNanos()) / NANOS_PER_SECOND;
    }

    private boolean isJoined(int before, int after) {
        return after == before + 1 && edges.isMovement(after) && !edges.isUnknown(before);
    }

    private int step(double seconds) {
        int found = Arrays.binarySearch(times.nanos(), seconds * NANOS_PER_SECOND);
        return Math.clamp(found >= 0 ? found : -found - 2, 0, steps.count() - 1);
    }

    private int lastSurelyBy(long nanos) {
        int low = -1;
        int high = edges.edges();
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            if (edges.latest(middle) <= nanos) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private int firstSurelyFrom(long nanos) {
        int low = -1;
        int high = edges.edges();
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            if (edges.earliest(middle) < nanos) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    private double share(int step, double seconds) {
        return part(step, seconds).share();
    }

    /**
     * Returns the highest mean power of a step without missing readings, which no state exceeds if no limit is known.
     */
    private double highestSeenWatts() {
        double highest = 0;
        for (int step = 0; step < steps.count(); step++) {
            if (steps.isKnown(step) && !edges.isGap(step)) {
                highest = Math.max(highest, meanWatts(step));
            }
        }
        return highest > 0 ? highest : Double.POSITIVE_INFINITY;
    }

    private double meanWatts(int step) {
        double length = steps.endSeconds(step) - steps.startSeconds(step);
        return length > 0 ? steps.joules(step) / length : 0;
    }

    /**
     * Returns the powers of the states of a step, each with the times for which it shapes the step before a moment and
     * after it.
     */
    private double[] watts(int step, int first, double[] secondsBefore, double[] secondsAfter) {
        double[] watts = new double[secondsBefore.length];
        double[] seconds = new double[watts.length];
        double whole = 0;
        double highest = 0;
        for (int i = 0; i < watts.length; i++) {
            watts[i] = levels.watts(first + i);
            seconds[i] = secondsBefore[i] + secondsAfter[i];
            whole += watts[i] * seconds[i];
            highest = seconds[i] > 0 ? Math.max(highest, watts[i]) : highest;
        }
        return highest * steps.joules(step) > cappedWatts * whole
                ? CappedPowers.of(watts, seconds, steps.joules(step), cappedWatts)
                : watts;
    }

    /** Divides a step at a moment by the powers of its states. */
    private Part part(int step, double seconds) {
        double start = steps.startSeconds(step);
        double end = steps.endSeconds(step);
        double at = Math.clamp(seconds, start, end);
        double straight = end > start ? (at - start) / (end - start) : 1;
        double mean = meanWatts(step);
        int first = response.firstState(start);
        int last = response.lastState(end);
        boolean single = last <= first && steps.isKnown(step);
        if (!steps.isKnown(step) || single || last - first >= PowerLevels.MAX_STATES_PER_STEP
                || mean > cappedWatts) {
            return new Part(straight, mean, single, 0);
        }
        double[] before = new double[last - first + 1];
        double[] after = new double[last - first + 1];
        response.seconds(start, at, first, before);
        response.seconds(at, end, first, after);
        return shaped(step, first, before, after).orElse(new Part(straight, mean, false, 0));
    }

    /** Divides a step by the times for which each of its states shapes it before a moment and after it. */
    private Optional<Part> shaped(int step, int first, double[] secondsBefore, double[] secondsAfter) {
        double[] watts = watts(step, first, secondsBefore, secondsAfter);
        double before = 0;
        double beforeSigma = 0;
        double after = 0;
        double afterSigma = 0;
        double jump = 0;
        for (int i = 0; i < watts.length; i++) {
            double sigma = levels.sigmaWatts(first + i);
            before += secondsBefore[i] * watts[i];
            beforeSigma = Math.hypot(beforeSigma, secondsBefore[i] * sigma);
            after += secondsAfter[i] * watts[i];
            afterSigma = Math.hypot(afterSigma, secondsAfter[i] * sigma);
            jump = i == 0 ? 0 : Math.max(jump, Math.abs(watts[i] - watts[i - 1]));
        }
        double whole = before + after;
        if (!(whole > 0)) {
            return Optional.empty();
        }
        double share = Math.clamp(before / whole, 0, 1);
        double shapeSigma = steps.joules(step) * (after * beforeSigma + before * afterSigma) / (whole * whole);
        double lagSigma = jump * LAG_UNCERTAINTY_SECONDS * 4 * share * (1 - share);
        return Optional.of(new Part(share, meanWatts(step), true, Math.hypot(shapeSigma, lagSigma)));
    }

    private record Part(double share, double watts, boolean isShaped, double shapeSigma) {}
}
