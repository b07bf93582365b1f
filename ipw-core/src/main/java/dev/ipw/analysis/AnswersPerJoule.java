package dev.ipw.analysis;

import dev.ipw.statistics.Bootstrap;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import dev.ipw.statistics.Proportion;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * Divide right answers by joules, as a ratio of sums over the same queries. The intervals are drawn from groups of
 * neighbouring queries: of one query each up to a number of groups, of as many more as it takes beyond that, so that neither
 * memory nor time grow without bounds. Neighbours that are alike, as in a machine that warms up, widen such an interval as
 * they should.
 */
final class AnswersPerJoule {
    private static final double LEVEL = 0.95;
    private static final int FIRST_ROOM = 64;

    private final int mostGroups;
    private double[] queries = new double[FIRST_ROOM];
    private double[] right = new double[FIRST_ROOM];
    private double[] joules = new double[FIRST_ROOM];
    private double[] seconds = new double[FIRST_ROOM];
    private int groups;
    private int groupSize = 1;
    private long count;
    private double allRight;
    private double allJoules;
    private double allSeconds;

    /**
     * Hold no query.
     *
     * @param mostGroups a power of two, at least 64
     */
    AnswersPerJoule(int mostGroups) {
        this.mostGroups = mostGroups;
    }

    void add(boolean isRight, double usedJoules, double tookSeconds) {
        count++;
        allRight += isRight ? 1 : 0;
        allJoules += usedJoules;
        allSeconds += tookSeconds;
        if (groups == 0 || queries[groups - 1] == groupSize) {
            if (groups == mostGroups) {
                joinNeighbours();
            }
            groups++;
            makeRoom();
        }
        int group = groups - 1;
        queries[group]++;
        right[group] += isRight ? 1 : 0;
        joules[group] += usedJoules;
        seconds[group] += tookSeconds;
    }

    private void makeRoom() {
        if (groups > queries.length) {
            int room = Math.min(mostGroups, 2 * queries.length);
            queries = Arrays.copyOf(queries, room);
            right = Arrays.copyOf(right, room);
            joules = Arrays.copyOf(joules, room);
            seconds = Arrays.copyOf(seconds, room);
        }
    }

    private void joinNeighbours() {
        groups /= 2;
        groupSize *= 2;
        for (double[] sums : new double[][]{queries, right, joules, seconds}) {
            for (int group = 0; group < groups; group++) {
                sums[group] = sums[2 * group] + sums[2 * group + 1];
            }
            Arrays.fill(sums, groups, sums.length, 0);
        }
    }

    /** Count the queries. */
    long count() {
        return count;
    }

    double joules() {
        return allJoules;
    }

    OptionalDouble meanJoules() {
        return count == 0 ? OptionalDouble.empty() : OptionalDouble.of(allJoules / count);
    }

    /** Give accuracy over mean joules; empty if nothing was used. */
    Optional<Estimate> perJoule() {
        if (!(allJoules > 0)) {
            return Optional.empty();
        }
        Interval interval = areAllAlike()
                ? wilsonOver(drawn -> positive(sum(drawn, joules)) / sum(drawn, queries))
                : Bootstrap.interval(groups, drawn -> sum(drawn, right) / positive(sum(drawn, joules)), LEVEL);
        return Optional.of(new Estimate(allRight / allJoules, interval));
    }

    /**
     * Give the interval of accuracy times mean watts over watts, both varying as the queries are drawn: that of accuracy over
     * watts once it is divided by the mean watts. Empty if nothing was used.
     */
    Optional<Interval> accuracyOverRelativeWatts() {
        if (!(allJoules > 0) || !(allSeconds > 0)) {
            return Optional.empty();
        }
        double meanWatts = allJoules / allSeconds;
        ToDoubleFunction<int[]> relative = drawn -> positive(sum(drawn, joules)) / sum(drawn, seconds) / meanWatts;
        return Optional.of(areAllAlike()
                ? wilsonOver(relative)
                : Bootstrap.interval(groups,
                        drawn -> sum(drawn, right) / sum(drawn, queries) / relative.applyAsDouble(drawn), LEVEL));
    }

    /** With only right or only wrong answers every resample counts the same. */
    private boolean areAllAlike() {
        return allRight == 0 || allRight == count;
    }

    /**
     * Divide accuracy by a cost where no resample tells how accuracy varies: Wilson's bounds over the cost's own, the least
     * by the most. Errors that do not know of each other seldom both go so far, so that it is wide rather than narrow.
     */
    private Interval wilsonOver(ToDoubleFunction<int[]> cost) {
        Interval accuracy = new Proportion(Math.round(allRight), count).wilson(LEVEL);
        Interval costs = Bootstrap.interval(groups, cost, LEVEL);
        return new Interval(accuracy.low() / costs.high(), accuracy.high() / costs.low(), LEVEL);
    }

    /** Net joules may be below zero; a draw of such is left out. */
    private static double positive(double sum) {
        return sum > 0 ? sum : Double.NaN;
    }

    private static double sum(int[] drawn, double[] sums) {
        double sum = 0;
        for (int group : drawn) {
            sum += sums[group];
        }
        return sum;
    }
}
