package dev.ipw.engine.comparison;

import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import dev.ipw.statistics.Quantiles;
import dev.ipw.statistics.TestResult;
import java.util.Arrays;
import java.util.Optional;

/**
 * Subtract the figures of two configurations block by block. The second of each block ran later, so a steady drift would pass
 * for a difference: it is estimated from how each configuration changed from its first block to its last, and taken out.
 * Blocks that ask the same questions repeat what chance those carry, so no interval is narrower than they make it.
 *
 * @param first  the first configuration's figure in each block
 * @param second the second's
 * @param least  how far the interval reaches below and above the difference at least, in the figure's unit; 0 for nothing
 */
record BlockDifference(double[] first, double[] second, Interval least) implements RunDifference {
    @Override
    public Estimate absolute() {
        StudentDifference difference = difference();
        return new Estimate(difference.value(), difference.interval(least));
    }

    @Override
    public Optional<TestResult> tested() {
        return difference().tested("Paired t of blocks");
    }

    private StudentDifference difference() {
        return new StudentDifference(Arrays.stream(differences()).average().orElseThrow() - drift(), error(),
                blocks() - 1);
    }

    private int blocks() {
        return first.length;
    }

    private double[] differences() {
        double[] differences = new double[blocks()];
        Arrays.setAll(differences, block -> second[block] - first[block]);
        return differences;
    }

    /** Returns by how much a figure changes from one run to the next; there are two from block to block. */
    private double drift() {
        int last = blocks() - 1;
        return (first[last] - first[0] + second[last] - second[0]) / (4.0 * last);
    }

    /** The drift's own error counts too: its variance is that of a difference over 8 (k - 1)^2. */
    private double error() {
        double blocks = blocks();
        double deviation = Quantiles.standardDeviation(differences());
        double ofMean = deviation > rounding() ? deviation / Math.sqrt(blocks) : 0;
        return ofMean * Math.sqrt(1 + blocks / (8 * (blocks - 1) * (blocks - 1)));
    }
}
