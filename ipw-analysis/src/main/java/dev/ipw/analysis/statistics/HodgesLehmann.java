package dev.ipw.analysis.statistics;

import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import dev.ipw.statistics.internal.Dependence;
import java.util.Arrays;
import org.apache.commons.math3.distribution.NormalDistribution;

/**
 * Estimates of a location or a shift by the median of pairs (Hodges and Lehmann, 1963), with the interval that inverts
 * the rank test: exact up to 50 values in a sample, by the normal distribution above. All pairs are counted, none is
 * formed. Where a sample is too small for the level, the interval is the widest possible one and has its true level.
 */
public final class HodgesLehmann {
    private static final int MAX_EXACT = 50;

    private HodgesLehmann() {}

    /**
     * Estimates the location of values that may depend on those before them.
     *
     * @param values     at least one finite value
     * @param dependence the dependence of their signed ranks
     * @param level      the confidence, for example 0.95
     * @return the estimate
     */
    public static Estimate location(double[] values, Dependence dependence, double level) {
        int count = values.length;
        if (count <= MAX_EXACT && !dependence.isAny()) {
            int[] doubled = new int[count];
            Arrays.setAll(doubled, index -> 2 * (index + 1));
            double[] law = NullLaws.signedRankSums(doubled);
            long rank = NullLaws.quantile(law, (1 - level) / 2) / 2;
            return estimate(OrderedPairs.ofWalshAverages(values), rank,
                    rank > 0 ? level : Math.max(0, 1 - 2 * law[0]));
        }
        double pairs = (double) count * (count + 1) / 2;
        double deviation = Math.sqrt(pairs * (2.0 * count + 1) / 12) * dependence.wideningFactor(level);
        return estimate(OrderedPairs.ofWalshAverages(values), rank(pairs / 2, deviation, level), level);
    }

    /**
     * Estimates a shift between samples whose values may depend on those before them.
     *
     * @param first    at least one finite value
     * @param second   at least one finite value
     * @param ofFirst  the dependence of the first's ranks
     * @param ofSecond the same of the second
     * @param level    the confidence, for example 0.95
     * @return the estimate
     */
    public static Estimate shift(double[] first, double[] second, Dependence ofFirst, Dependence ofSecond,
            double level) {
        Dependence dependence = Dependence.together(ofFirst, 1.0 / first.length, ofSecond, 1.0 / second.length);
        if (Math.max(first.length, second.length) <= MAX_EXACT && !dependence.isAny()) {
            double[] law = NullLaws.wonPairs(first.length, second.length);
            long rank = NullLaws.quantile(law, (1 - level) / 2);
            return estimate(OrderedPairs.ofShifts(first, second), rank,
                    rank > 0 ? level : Math.max(0, 1 - 2 * law[0]));
        }
        double pairs = (double) first.length * second.length;
        double deviation = Math.sqrt(pairs * ((double) first.length + second.length + 1) / 12)
                * dependence.wideningFactor(level);
        return estimate(OrderedPairs.ofShifts(first, second), rank(pairs / 2, deviation, level), level);
    }

    private static long rank(double mean, double deviation, double level) {
        double z = new NormalDistribution(null, 0, 1).inverseCumulativeProbability((1 - level) / 2);
        return (long) Math.floor(mean + 0.5 + z * deviation);
    }

    private static Estimate estimate(OrderedPairs pairs, long rank, double level) {
        long low = Math.max(1, rank);
        return new Estimate(pairs.median(),
                new Interval(pairs.ranked(low), pairs.ranked(pairs.count() + 1 - low), level));
    }
}
