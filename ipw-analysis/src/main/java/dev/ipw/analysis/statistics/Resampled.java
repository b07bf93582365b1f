package dev.ipw.analysis.statistics;

import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import dev.ipw.statistics.Quantiles;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;
import org.apache.commons.math3.distribution.NormalDistribution;

/**
 * A figure with its value in every resample and its value without each observation, which the interval BCa needs: the
 * bootstrap's percentiles, corrected for bias and acceleration (Efron, 1987). For the same resamples it is the interval
 * of {@code scipy.stats.bootstrap}. Where that has none, because nothing varies, this one has: the acceleration is 0
 * where omitting an observation changes nothing, and a figure that no resample changes has an interval of zero width.
 */
public final class Resampled {
    /** The default number of resamples. */
    public static final int RESAMPLES = 9999;

    private static final NormalDistribution NORMAL = new NormalDistribution(null, 0, 1);

    private final double value;
    private final double[] replicates;
    private final List<double[]> jackknives;

    private Resampled(double value, double[] replicates, List<double[]> jackknives) {
        if (replicates.length == 0) {
            throw new IllegalArgumentException("An interval needs at least one resample");
        }
        this.value = value;
        this.replicates = replicates;
        this.jackknives = jackknives;
    }

    /**
     * Creates a figure from values computed elsewhere. The arrays are kept, not copied.
     *
     * @param value      the figure of the sample
     * @param replicates the figure of each resample
     * @param jackknife  the figure without each observation
     */
    static Resampled of(double value, double[] replicates, double[] jackknife) {
        return new Resampled(value, replicates, List.of(jackknife));
    }

    /**
     * Computes a figure of two samples that were drawn independently of each other, for example a difference.
     *
     * @param first  the figure of the first sample
     * @param second the figure of the second sample, with the same number of resamples
     * @param figure computes the figure from both
     * @return the figure, resampled
     */
    public static Resampled ofIndependent(Resampled first, Resampled second, DoubleBinaryOperator figure) {
        return new Resampled(figure.applyAsDouble(first.value, second.value),
                each(first.replicates, second.replicates, figure), List.of(
                        Arrays.stream(first.jackknife()).map(one -> figure.applyAsDouble(one, second.value)).toArray(),
                        Arrays.stream(second.jackknife()).map(one -> figure.applyAsDouble(first.value, one))
                                .toArray()));
    }

    /**
     * Computes a figure of two samples whose observations belong together and were drawn together.
     *
     * @param first  the figure of the first sample
     * @param second the figure of the second sample; the same pairs, the same resamples
     * @param figure computes the figure from both
     * @return the figure, resampled
     */
    public static Resampled ofPairs(Resampled first, Resampled second, DoubleBinaryOperator figure) {
        return of(figure.applyAsDouble(first.value, second.value), each(first.replicates, second.replicates, figure),
                each(first.jackknife(), second.jackknife(), figure));
    }

    private static double[] each(double[] first, double[] second, DoubleBinaryOperator figure) {
        if (first.length != second.length) {
            throw new IllegalArgumentException(
                    "Cannot join " + first.length + " figures of one sample with " + second.length + " of the other");
        }
        double[] both = new double[first.length];
        Arrays.setAll(both, index -> figure.applyAsDouble(first[index], second[index]));
        return both;
    }

    private double[] jackknife() {
        if (jackknives.size() != 1) {
            throw new IllegalStateException("A figure of two samples cannot be joined with a third");
        }
        return jackknives.getFirst();
    }

    /**
     * Widens the spread of the resamples around the figure, for observations that are worth fewer independent ones.
     *
     * @param factor the factor, at least 1
     * @return the same figure, with an interval that is wider by the factor
     */
    public Resampled widened(double factor) {
        return factor > 1
                ? new Resampled(value, Arrays.stream(replicates).map(one -> value + factor * (one - value)).toArray(),
                        jackknives)
                : this;
    }

    /**
     * Returns the figure of the sample.
     *
     * @return the figure
     */
    public double value() {
        return value;
    }

    /**
     * Estimates the standard error of the figure.
     *
     * @return the standard deviation over the resamples; 0 for a single one
     */
    public double standardError() {
        return replicates.length < 2 ? 0 : Quantiles.standardDeviation(replicates);
    }

    /**
     * Estimates the figure with its BCa interval.
     *
     * @param level the confidence, for example 0.95
     * @return the estimate; empty if the figure of the sample or of a resample is not finite, as a quotient by zero
     */
    public Optional<Estimate> estimate(double level) {
        double[] sorted = replicates.clone();
        Arrays.sort(sorted);
        if (!Double.isFinite(value) || !Double.isFinite(sorted[0]) || !Double.isFinite(sorted[sorted.length - 1])) {
            return Optional.empty();
        }
        double bias = NORMAL.inverseCumulativeProbability(shareBelow(sorted));
        double acceleration = acceleration();
        double tail = NORMAL.inverseCumulativeProbability((1 - level) / 2);
        double low = Quantiles.ofSorted(sorted, adjusted(bias, acceleration, tail));
        double high = Quantiles.ofSorted(sorted, adjusted(bias, acceleration, -tail));
        return Optional.of(new Estimate(value, new Interval(low, high, level)));
    }

    /**
     * Returns the share of resamples below the figure. Equal ones count half; half a resample is kept on either side,
     * so that the bias is finite.
     */
    private double shareBelow(double[] sorted) {
        int below = firstAtLeast(sorted, value);
        int upTo = firstAtLeast(sorted, Math.nextUp(value));
        double half = 0.5 / sorted.length;
        return Math.clamp((below + upTo) * half, half, 1 - half);
    }

    private static int firstAtLeast(double[] sorted, double bound) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] < bound) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Returns the adjusted probability; beyond the pole of the correction the tail is empty. */
    private static double adjusted(double bias, double acceleration, double tail) {
        double moved = bias + tail;
        double shrunk = 1 - acceleration * moved;
        return shrunk > 0
                ? NORMAL.cumulativeProbability(bias + moved / shrunk)
                : moved > 0 ? 1 : 0;
    }

    private double acceleration() {
        double cubes = 0;
        double squares = 0;
        for (double[] jackknife : jackknives) {
            double count = jackknife.length;
            double mean = Arrays.stream(jackknife).sum() / count;
            double cube = 0;
            double square = 0;
            for (double without : jackknife) {
                double influence = (count - 1) * (mean - without);
                square += influence * influence;
                cube += influence * influence * influence;
            }
            cubes += cube / (count * count * count);
            squares += square / (count * count);
        }
        double acceleration = cubes / (6 * Math.pow(squares, 1.5));
        return Double.isFinite(acceleration) ? acceleration : 0;
    }
}
