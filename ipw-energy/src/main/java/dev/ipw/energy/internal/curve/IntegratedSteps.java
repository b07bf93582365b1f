package dev.ipw.energy.internal.curve;

import dev.ipw.energy.internal.AveragedPower;
import dev.ipw.energy.internal.EnergySteps;

/**
 * The integral of power up to a moment, with bounds: power jumps at any moment between two readings, and readings that
 * are means over a time lag behind by the joules of that time. The mean of E over that time lies between E at its
 * beginning and E at its end, whatever the weights of the mean.
 */
final class IntegratedSteps {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double SQRT_12 = Math.sqrt(12);

    private final EnergySteps edges;
    private final PowerLimits limits;
    private final long averagingNanos;
    private final double[] variances;

    IntegratedSteps(EnergySteps edges, PowerLimits limits) {
        this.edges = edges;
        this.limits = limits;
        averagingNanos = edges.device().averagingNanos();
        variances = new double[edges.edges()];
        for (int step = 0; step + 1 < variances.length; step++) {
            double open = open(step);
            variances[step + 1] = variances[step] + open * open / 12;
        }
    }

    double joulesAt(long nanos) {
        long at = Math.clamp(nanos, middle(0), middle(edges.edges() - 1));
        int known = lastKnown(at);
        // The joules after the last reading before missing ones are unknown.
        return AveragedPower.joulesAt(moment -> integral(moment, known), averagingNanos, Math.min(at, middle(known)));
    }

    /** Returns the standard deviation of E(t) itself, without the uncertainty of the steps before. */
    double sigmaAt(long nanos) {
        return Math.hypot(open(Math.min(stepAt(nanos), edges.edges() - 2)), averaged(nanos)) / SQRT_12;
    }

    double sigmaBetween(long startNanos, long endNanos) {
        int first = Math.min(stepAt(startNanos) + 1, edges.edges() - 1);
        int last = stepAt(endNanos);
        double inside = last > first ? variances[last] - variances[first] : 0;
        return Math.sqrt(inside + square(sigmaAt(startNanos)) + square(sigmaAt(endNanos)));
    }

    double lowestBetween(long startNanos, long endNanos) {
        double byLeast = least(startNanos + averagingNanos, endNanos)
                + limits.leastWatts() * averagingNanos / NANOS_PER_SECOND;
        double byMost = averagingNanos > 0
                ? least(startNanos, endNanos + averagingNanos)
                        - limits.mostWatts() * averagingNanos / NANOS_PER_SECOND
                : 0;
        return Math.max(0, Math.max(byLeast, byMost));
    }

    double highestBetween(long startNanos, long endNanos) {
        double byLeast = most(startNanos, endNanos + averagingNanos)
                - limits.leastWatts() * averagingNanos / NANOS_PER_SECOND;
        double byMost = averagingNanos > 0 && startNanos + averagingNanos < endNanos
                ? most(startNanos + averagingNanos, endNanos)
                        + limits.mostWatts() * averagingNanos / NANOS_PER_SECOND
                : Double.POSITIVE_INFINITY;
        return Math.min(byLeast, byMost);
    }

    /** Returns the minimum joules of the readings between two moments; for reversed moments, the negative maximum. */
    private double least(long from, long to) {
        if (from > to) {
            return -most(to, from);
        }
        int first = firstSurelyFrom(from);
        int last = lastSurelyBy(to);
        return first < last ? edges.lowestJoules(last) - edges.lowestJoules(first) : 0;
    }

    private double most(long from, long to) {
        int first = Math.max(0, lastSurelyBy(from));
        int known = lastKnown(from);
        int last = firstSurelyFrom(to);
        double joules = highestUntil(to, Math.min(last, edges.edges() - 1)) - highestFrom(from, first);
        int reach = lastKnown(to - averagingNanos);
        return averagingNanos > 0 && last > Math.max(known, reach)
                ? joules + AveragedPower.extended(0, highest(reach - 1), length(reach - 1), averagingNanos)
                : joules;
    }

    /**
     * Returns the upper bound up to a moment by the first edge that is not before it; for a gap, by the part of it
     * before the moment.
     */
    private double highestUntil(long nanos, int edge) {
        int step = edge - 1;
        return step >= 0 && edges.isGap(step) && edges.earliest(step) <= nanos
                ? Math.min(edges.highestJoules(edge),
                        edges.highestJoules(step) + gapWatts(step) * (nanos - edges.earliest(step)) / NANOS_PER_SECOND)
                : edges.highestJoules(edge);
    }

    /**
     * Returns the part of the upper bound before a moment by the last edge that is not after it; for a gap, the whole
     * without the rest after the moment.
     */
    private double highestFrom(long nanos, int edge) {
        return edge + 1 < edges.edges() && edges.isGap(edge) && edges.latest(edge + 1) >= nanos
                ? Math.max(edges.highestJoules(edge), edges.highestJoules(edge + 1)
                        - gapWatts(edge) * (edges.latest(edge + 1) - nanos) / NANOS_PER_SECOND)
                : edges.highestJoules(edge);
    }

    private double gapWatts(int step) {
        return highest(step) / Math.max(1, length(step)) * NANOS_PER_SECOND;
    }

    private double averaged(long nanos) {
        int known = lastKnown(nanos);
        return averagingNanos > 0 ? integral(nanos + averagingNanos, known) - integral(nanos, known) : 0;
    }

    private double integral(long nanos, int known) {
        if (nanos > middle(known)) {
            return known == 0
                    ? edges.joules(0)
                    : AveragedPower.extended(edges.joules(known), edges.joules(known) - edges.joules(known - 1),
                            length(known - 1), nanos - middle(known));
        }
        int step = stepAt(nanos);
        if (step + 1 >= edges.edges()) {
            return edges.joules(step);
        }
        double share = Math.clamp((double) (nanos - middle(step)) / Math.max(1, length(step)), 0, 1);
        return edges.joules(step) + share * (edges.joules(step + 1) - edges.joules(step));
    }

    /** Returns the last edge up to which the joules after a moment are known. */
    private int lastKnown(long nanos) {
        int edge = stepAt(nanos);
        if (averagingNanos == 0) {
            return edges.edges() - 1;
        }
        while (edge + 1 < edges.edges() && !edges.isUnknown(edge)
                && middle(edge) < nanos + averagingNanos) {
            edge++;
        }
        return edge + 1 < edges.edges() && !edges.isUnknown(edge) ? edge + 1 : edge;
    }

    private double open(int step) {
        return highest(step) - (edges.lowestJoules(step + 1) - edges.lowestJoules(step));
    }

    private double highest(int step) {
        return step < 0 ? 0 : edges.highestJoules(step + 1) - edges.highestJoules(step);
    }

    private long length(int step) {
        return step < 0 ? 0 : middle(step + 1) - middle(step);
    }

    private long middle(int edge) {
        return edges.earliest(edge) + (edges.latest(edge) - edges.earliest(edge)) / 2;
    }

    private int stepAt(long nanos) {
        int low = 0;
        int high = edges.edges();
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            if (middle(middle) <= nanos) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private int lastSurelyBy(long nanos) {
        int edge = Math.min(stepAt(nanos) + 1, edges.edges() - 1);
        while (edge >= 0 && edges.latest(edge) > nanos) {
            edge--;
        }
        return edge;
    }

    private int firstSurelyFrom(long nanos) {
        int edge = Math.max(0, stepAt(nanos) - 1);
        while (edge < edges.edges() && edges.earliest(edge) < nanos) {
            edge++;
        }
        return edge;
    }

    private static double square(double value) {
        return value * value;
    }
}
