package dev.ipw.analysis.cost;

import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import dev.ipw.statistics.internal.Bootstrap;
import dev.ipw.statistics.internal.Proportion;
import java.util.Arrays;
import java.util.Optional;

/**
 * The cost of a run over its right answers. The interval is resampled from groups of neighbouring queries, so that
 * memory and time are bounded. A draw without a right answer counts as infinite dollars; with enough such draws there
 * is no upper bound. If every answer is right, no draw contains a wrong one; then the cost of a query is resampled and
 * Wilson's interval gives the possible number of wrong answers.
 */
final class UsdPerCorrect {
    static final int MAX_GROUPS = 4096;
    private static final double LEVEL = 0.95;

    private final double[] queries = new double[MAX_GROUPS];
    private final double[] right = new double[MAX_GROUPS];
    private final double[] usd = new double[MAX_GROUPS];
    private int groups;
    private int groupSize = 1;

    void add(boolean isRight, double costUsd) {
        if (groups == 0 || queries[groups - 1] == groupSize) {
            if (groups == MAX_GROUPS) {
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
            Arrays.fill(sums, groups, MAX_GROUPS, 0);
        }
    }

    /**
     * Estimates dollars per right answer.
     *
     * @param besideUsd the cost of the run beside its queries, spread over them evenly
     * @return the estimate, its upper bound infinite where there is none; empty if no answer was right
     */
    Optional<Estimate> estimate(double besideUsd) {
        double asked = Arrays.stream(queries, 0, groups).sum();
        double correct = Arrays.stream(right, 0, groups).sum();
        if (correct == 0) {
            return Optional.empty();
        }
        double eachBeside = besideUsd / asked;
        double total = Arrays.stream(usd, 0, groups).sum() + besideUsd;
        if (total == 0) {
            return Optional.of(new Estimate(0, new Interval(0, 0, LEVEL)));
        }
        Interval interval = correct == asked ? whereAllAreRight(eachBeside) : inverse(perUsd(eachBeside));
        return Optional.of(new Estimate(total / correct, interval));
    }

    private Interval whereAllAreRight(double eachBeside) {
        Interval each = Bootstrap.interval(groups, drawn -> cost(drawn, eachBeside) / sum(drawn, queries), LEVEL);
        long asked = Math.round(Arrays.stream(queries, 0, groups).sum());
        return new Interval(each.low(), each.high() / new Proportion(asked, asked).wilson(LEVEL).low(), LEVEL);
    }

    /** Resamples right answers per dollar, which are defined even for a draw without a right answer. */
    private Interval perUsd(double eachBeside) {
        return Bootstrap.interval(groups, drawn -> {
            double correct = sum(drawn, right);
            return correct == 0 ? 0 : correct / cost(drawn, eachBeside);
        }, LEVEL);
    }

    private static Interval inverse(Interval perUsd) {
        return new Interval(1 / perUsd.high(), perUsd.low() > 0 ? 1 / perUsd.low() : Double.POSITIVE_INFINITY, LEVEL);
    }

    private double cost(int[] drawn, double eachBeside) {
        return sum(drawn, usd) + sum(drawn, queries) * eachBeside;
    }

    private static double sum(int[] drawn, double[] sums) {
        double sum = 0;
        for (int group : drawn) {
            sum += sums[group];
        }
        return sum;
    }
}
