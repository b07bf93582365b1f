package dev.ipw.analysis.cost;

import dev.ipw.statistics.Bootstrap;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import dev.ipw.statistics.Proportion;
import java.util.Arrays;
import java.util.Optional;

/**
 * Divide what a run cost by its right answers. The interval is drawn from groups of neighbouring queries, so that neither
 * memory nor time grow without bounds; where every answer is right or every one wrong, it is that of the accuracy.
 */
final class UsdPerCorrect {
    static final int MOST_GROUPS = 4096;
    private static final double LEVEL = 0.95;

    private final double[] queries = new double[MOST_GROUPS];
    private final double[] right = new double[MOST_GROUPS];
    private final double[] usd = new double[MOST_GROUPS];
    private int groups;
    private int groupSize = 1;

    void add(boolean isRight, double costUsd) {
        if (groups == 0 || queries[groups - 1] == groupSize) {
            if (groups == MOST_GROUPS) {
                joinNeighbours();
            }
            groups++;
        }
        queries[groups - 1]++;
        right[groups - 1] += isRight ? 1 : 0;
        usd[groups - 1] += costUsd;
    }

    private void joinNeighbours() {
        groups /= 2;
        groupSize *= 2;
        for (double[] sums : new double[][]{queries, right, usd}) {
            for (int group = 0; group < groups; group++) {
                sums[group] = sums[2 * group] + sums[2 * group + 1];
            }
            Arrays.fill(sums, groups, MOST_GROUPS, 0);
        }
    }

    /**
     * Estimate dollars per right answer.
     *
     * @param besideUsd what the run cost beside its queries, spread over them evenly
     * @return the estimate; empty if no answer was right
     */
    Optional<Estimate> estimate(double besideUsd) {
        double asked = Arrays.stream(queries, 0, groups).sum();
        double correct = Arrays.stream(right, 0, groups).sum();
        if (correct == 0) {
            return Optional.empty();
        }
        double eachBeside = besideUsd / asked;
        double total = Arrays.stream(usd, 0, groups).sum() + besideUsd;
        Interval interval = correct == asked
                ? ofAccuracy(total, Math.round(correct), Math.round(asked))
                : Bootstrap.interval(groups, drawn -> ratio(drawn, eachBeside), LEVEL);
        return Optional.of(new Estimate(total / correct, interval));
    }

    private static Interval ofAccuracy(double total, long correct, long asked) {
        Interval accuracy = new Proportion(correct, asked).wilson(LEVEL);
        return new Interval(total / (asked * accuracy.high()), total / (asked * accuracy.low()), LEVEL);
    }

    private double ratio(int[] drawn, double eachBeside) {
        double above = 0;
        double below = 0;
        for (int group : drawn) {
            above += usd[group] + queries[group] * eachBeside;
            below += right[group];
        }
        return above / below;
    }
}
