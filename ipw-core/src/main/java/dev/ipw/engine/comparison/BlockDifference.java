package dev.ipw.engine.comparison;

import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import dev.ipw.statistics.Quantiles;
import dev.ipw.statistics.TestResult;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * Subtract the figures of two configurations block by block. The second of each block ran later, so a steady drift would pass
 * for a difference: it is estimated from how each configuration changed from its first block to its last, and taken out.
 * Blocks that ask the same questions repeat what chance those carry, so no interval is narrower than they make it.
 *
 * @param first  the first configuration's figure in each block
 * @param second the second's
 * @param least  how far the interval reaches below and above the difference at least, in the figure's unit; 0 for nothing
 */
record BlockDifference(double[] first, double[] second, Interval least) {
    static final Interval NOTHING = new Interval(0, 0, Finding.LEVEL);
    private static final String NAME = "Paired t of blocks";
    /** What differs by less is the rounding of arithmetic. */
    private static final double ROUNDING = 1e-9;

    /** Estimate second - first. */
    Estimate absolute() {
        return estimate(first, second);
    }

    /** Estimate the difference as a share of the first's mean; empty where that is not above zero. */
    Optional<Estimate> relative() {
        double mean = Arrays.stream(first).average().orElseThrow();
        return mean > 0 ? Optional.of(absolute().dividedBy(mean)) : Optional.empty();
    }

    /** Test against no difference; empty where the differences are all equal, which tells nothing of chance. */
    Optional<TestResult> test() {
        double error = error();
        if (error == 0) {
            return Optional.empty();
        }
        double t = absolute().value() / error;
        double p = Math.min(1, 2 * new TDistribution(null, blocks() - 1.0).cumulativeProbability(-Math.abs(t)));
        return Optional.of(new TestResult(NAME, t, p, "Student's t"));
    }

    /** Return whether no figure differs from another, and nothing else tells of chance. */
    boolean isAllTheSame() {
        return least.equals(NOTHING) && Arrays.equals(first, second)
                && Arrays.stream(first).distinct().count() == 1;
    }

    private int blocks() {
        return first.length;
    }

    private Estimate estimate(double[] ours, double[] theirs) {
        double mean = Arrays.stream(differences(ours, theirs)).average().orElseThrow() - drift(ours, theirs);
        double half = new TDistribution(null, blocks() - 1.0).inverseCumulativeProbability((1 + Finding.LEVEL) / 2)
                * error();
        return new Estimate(mean, new Interval(mean - Math.max(half, least.low()),
                mean + Math.max(half, least.high()), Finding.LEVEL));
    }

    private static double[] differences(double[] ours, double[] theirs) {
        double[] differences = new double[ours.length];
        Arrays.setAll(differences, block -> theirs[block] - ours[block]);
        return differences;
    }

    /** Return by how much a figure changes from one run to the next; there are two from block to block. */
    private static double drift(double[] ours, double[] theirs) {
        int last = ours.length - 1;
        return (ours[last] - ours[0] + theirs[last] - theirs[0]) / (4.0 * last);
    }

    /** The drift's own error counts too: its variance is that of a difference over 8 (k - 1)^2. */
    private double error() {
        double blocks = blocks();
        double deviation = Quantiles.standardDeviation(differences(first, second));
        double largest = DoubleStream.concat(Arrays.stream(first), Arrays.stream(second)).map(Math::abs).max()
                .orElseThrow();
        double ofMean = deviation > ROUNDING * largest ? deviation / Math.sqrt(blocks) : 0;
        return ofMean * Math.sqrt(1 + blocks / (8 * (blocks - 1) * (blocks - 1)));
    }
}
