package dev.ipw.analysis.comparison;

import java.util.Arrays;
import java.util.function.DoublePredicate;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Hold the figures of two runs that are compared, and count what was left out.
 *
 * @param first        the first run's figures, in the order of its queries
 * @param second       the second run's, in the order of its queries, or of the first's where they are paired
 * @param firstCounts  which queries of the first run
 * @param secondCounts which queries of the second run
 */
record ComparedSample(double[] first, double[] second, SampleCounts firstCounts, SampleCounts secondCounts) {
    /** Choose what has a figure on both sides of a pair, or at all. */
    static ComparedSample of(RunPairing pairing, double[] first, double[] second, boolean leavesZerosOut) {
        DoublePredicate counts = value -> !Double.isNaN(value) && !(leavesZerosOut && value == 0);
        int[] ours = pairing.first();
        int[] theirs = pairing.second();
        double[] used;
        double[] usedToo;
        if (pairing.isPaired()) {
            IntPredicate both = pair -> counts.test(first[ours[pair]]) && counts.test(second[theirs[pair]]);
            used = chosen(ours.length, both, pair -> first[ours[pair]]);
            usedToo = chosen(ours.length, both, pair -> second[theirs[pair]]);
        } else {
            used = Arrays.stream(first).filter(counts).toArray();
            usedToo = Arrays.stream(second).filter(counts).toArray();
        }
        return new ComparedSample(used, usedToo, counts(first, used.length, leavesZerosOut),
                counts(second, usedToo.length, leavesZerosOut));
    }

    private static double[] chosen(int pairs, IntPredicate both, IntToDoubleFunction value) {
        return IntStream.range(0, pairs).filter(both).mapToDouble(value).toArray();
    }

    private static SampleCounts counts(double[] all, int used, boolean leavesZerosOut) {
        long absent = Arrays.stream(all).filter(Double::isNaN).count();
        long zeros = leavesZerosOut ? Arrays.stream(all).filter(value -> value == 0).count() : 0;
        return new SampleCounts(used, absent, zeros, all.length - absent - zeros - used);
    }

    int smaller() {
        return Math.min(first.length, second.length);
    }

    double[] differences() {
        double[] differences = new double[first.length];
        Arrays.setAll(differences, pair -> second[pair] - first[pair]);
        return differences;
    }

    boolean isAllTheSame() {
        return Arrays.stream(first).allMatch(value -> value == first[0])
                && Arrays.stream(second).allMatch(value -> value == first[0]);
    }
}
