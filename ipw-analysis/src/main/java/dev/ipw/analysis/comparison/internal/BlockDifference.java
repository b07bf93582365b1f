package dev.ipw.analysis.comparison.internal;

import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import dev.ipw.statistics.Quantiles;
import dev.ipw.statistics.TestResult;
import java.util.Arrays;
import java.util.Optional;

/**
 * The difference of two configurations, block by block. The second run of each block is later, so that a steady drift
 * would look like a difference: the drift is estimated from the change of each configuration from its first block to
 * its last, and removed. Blocks that ask the same questions share the chance in these, so no interval is narrower than
 * this chance makes it.
 *
 * @param first  the first configuration's figure in each block
 * @param second the second's
 * @param least  the minimum reach of the interval below and above the difference, in the figure's unit; 0 for none
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

    /** Returns the change of a figure from one run to the next; a block has two runs. */
    private double drift() {
        int last = blocks() - 1;
        return (first[last] - first[0] + second[last] - second[0]) / (4.0 * last);
    }

    /** Returns the error of the drift, which counts too: its variance is that of a difference over 8 (k - 1)^2. */
    private double error() {
        double blocks = blocks();
        double deviation = Quantiles.standardDeviation(differences());
        double ofMean = deviation > rounding() ? deviation / Math.sqrt(blocks) : 0;
        return ofMean * Math.sqrt(1 + blocks / (8 * (blocks - 1) * (blocks - 1)));
    }
}
