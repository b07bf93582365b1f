package dev.ipw.engine.comparison;

import dev.ipw.analysis.comparison.SampleCounts;
import dev.ipw.statistics.Dependence;
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
 * @param bySecond     of pairs, their indices in the order of the second run's queries; otherwise none
 */
record ComparedSample(double[] first, double[] second, SampleCounts firstCounts, SampleCounts secondCounts,
        int[] bySecond) {
    /** Choose what has a figure on both sides of a pair, or at all. */
    static ComparedSample of(RunPairing pairing, double[] first, double[] second, boolean leavesZerosOut) {
        DoublePredicate counts = value -> !Double.isNaN(value) && !(leavesZerosOut && value == 0);
        int[] ours = pairing.first();
        int[] theirs = pairing.second();
        double[] used;
        double[] usedToo;
        int[] bySecond = {};
        if (pairing.isPaired()) {
            IntPredicate both = pair -> counts.test(first[ours[pair]]) && counts.test(second[theirs[pair]]);
            used = chosen(ours.length, both, pair -> first[ours[pair]]);
            usedToo = chosen(ours.length, both, pair -> second[theirs[pair]]);
            bySecond = order(IntStream.range(0, ours.length).filter(both).map(pair -> theirs[pair]).toArray());
        } else {
            used = Arrays.stream(first).filter(counts).toArray();
            usedToo = Arrays.stream(second).filter(counts).toArray();
        }
        return new ComparedSample(used, usedToo, counts(first, used.length, leavesZerosOut),
                counts(second, usedToo.length, leavesZerosOut), bySecond);
    }

    private static int[] order(int[] rows) {
        long[] keys = new long[rows.length];
        Arrays.setAll(keys, index -> (long) rows[index] << Integer.SIZE | index);
        Arrays.sort(keys);
        return Arrays.stream(keys).mapToInt(key -> (int) key).toArray();
    }

    /** Say how strongly figures of pairs hang together, in the order of whichever run shows more of it. */
    Dependence ofPairs(double[] figures) {
        Dependence inOrder = Dependence.of(figures);
        boolean isOneOrder = IntStream.range(0, bySecond.length).allMatch(index -> bySecond[index] == index);
        return isOneOrder
                ? inOrder
                : inOrder.orStronger(
                        Dependence.of(Arrays.stream(bySecond).mapToDouble(pair -> figures[pair]).toArray()));
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
