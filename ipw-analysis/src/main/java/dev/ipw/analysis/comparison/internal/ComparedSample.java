package dev.ipw.analysis.comparison.internal;

import dev.ipw.analysis.comparison.DimensionComparison.SampleCounts;
import dev.ipw.statistics.internal.Clusters;
import dev.ipw.statistics.internal.Dependence;
import java.util.Arrays;
import java.util.function.DoublePredicate;
import java.util.stream.IntStream;

/**
 * The compared figures of two runs, and the counts of the omitted queries.
 *
 * @param first           the first run's figures, in the order of its queries
 * @param second          the second run's, in the order of its queries, or of the first's where they are paired
 * @param firstCounts     the queries of the first run
 * @param secondCounts    the queries of the second run
 * @param bySecond        for pairs, their indices in the order of the second run's queries; otherwise empty
 * @param firstQuestions  the question of each of the first figures; a question that was asked several times is a
 *                        cluster
 * @param secondQuestions likewise of the second
 */
record ComparedSample(double[] first, double[] second, SampleCounts firstCounts, SampleCounts secondCounts,
        int[] bySecond, long[] firstQuestions, long[] secondQuestions) {
    /** Selects the queries that have a figure, for pairs on both sides. */
    static ComparedSample of(RunPairing pairing, double[] first, double[] second, boolean leavesZerosOut) {
        DoublePredicate counts = value -> !Double.isNaN(value) && !(leavesZerosOut && value == 0);
        int[] ours = pairing.first();
        int[] theirs = pairing.second();
        int[] rows;
        int[] rowsToo;
        int[] bySecond = {};
        if (pairing.isPaired()) {
            int[] pairs = IntStream.range(0, ours.length)
                    .filter(pair -> counts.test(first[ours[pair]]) && counts.test(second[theirs[pair]])).toArray();
            rows = Arrays.stream(pairs).map(pair -> ours[pair]).toArray();
            rowsToo = Arrays.stream(pairs).map(pair -> theirs[pair]).toArray();
            bySecond = order(rowsToo);
        } else {
            rows = IntStream.range(0, first.length).filter(row -> counts.test(first[row])).toArray();
            rowsToo = IntStream.range(0, second.length).filter(row -> counts.test(second[row])).toArray();
        }
        return new ComparedSample(Arrays.stream(rows).mapToDouble(row -> first[row]).toArray(),
                Arrays.stream(rowsToo).mapToDouble(row -> second[row]).toArray(),
                counts(first, rows.length, leavesZerosOut), counts(second, rowsToo.length, leavesZerosOut), bySecond,
                Arrays.stream(rows).mapToLong(row -> pairing.firstQuestions()[row]).toArray(),
                Arrays.stream(rowsToo).mapToLong(row -> pairing.secondQuestions()[row]).toArray());
    }

    private static int[] order(int[] rows) {
        long[] keys = new long[rows.length];
        Arrays.setAll(keys, index -> (long) rows[index] << Integer.SIZE | index);
        Arrays.sort(keys);
        return Arrays.stream(keys).mapToInt(key -> (int) key).toArray();
    }

    /** Returns the dependence of figures of the first run's queries, in their order or within a question. */
    Dependence ofFirst(double[] figures) {
        return Dependence.of(figures).orStronger(Clusters.dependence(figures, firstQuestions));
    }

    /** Returns the dependence of figures of the second run's queries, in their order or within a question. */
    Dependence ofSecond(double[] figures) {
        return Dependence.of(figures).orStronger(Clusters.dependence(figures, secondQuestions));
    }

    /**
     * Returns the dependence of figures of pairs, in the order of the run that shows more of it, or within a question.
     */
    Dependence ofPairs(double[] figures) {
        return inOrder(figures).orStronger(Clusters.dependence(figures, firstQuestions));
    }

    /** Returns the dependence of figures of pairs on those before them, without regard to their questions. */
    Dependence inOrder(double[] figures) {
        Dependence inOrder = Dependence.of(figures);
        boolean isOneOrder = IntStream.range(0, bySecond.length).allMatch(index -> bySecond[index] == index);
        return isOneOrder
                ? inOrder
                : inOrder.orStronger(
                        Dependence.of(Arrays.stream(bySecond).mapToDouble(pair -> figures[pair]).toArray()));
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
