package dev.ipw.analysis.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.NormalDistribution;

/**
 * Resamples of quantiles. Up to {@value #MAX_DRAWN} values the resamples are drawn value by value; above, only the
 * places of the order statistics that determine a quantile are drawn, by their exact law ({@link OrderStatisticLaw}).
 * For pairs above that number the places in both samples are drawn by that law separately and then combined with the
 * correlation that two medians, or two other quantiles, of such pairs have: that of the indicators of lying below them.
 */
public final class QuantileResamples {
    /** The maximum number of values of which every single one is drawn. */
    public static final int MAX_DRAWN = 20_000;

    private static final long COUPLING = 0x5DEECE66DL;

    private QuantileResamples() {}

    /**
     * Resamples quantiles of one sample.
     *
     * @param values        at least one finite value
     * @param probabilities the probabilities of the quantiles, from 0 to 1
     * @param seed          the same seed gives the same resamples
     * @return each quantile, resampled {@value Resampled#RESAMPLES} times
     */
    public static List<Resampled> of(double[] values, double[] probabilities, long seed) {
        if (values.length <= MAX_DRAWN) {
            return of(values, probabilities, Resampled.RESAMPLES, IndexDraws.seeded(seed));
        }
        RankedSample sample = new RankedSample(values, probabilities);
        return sample.resampled(sample.byIndexLaw(Resampled.RESAMPLES, seed), false);
    }

    /**
     * Resamples quantiles of one sample from a given source of draws.
     *
     * @param values        at least one finite value
     * @param probabilities the probabilities of the quantiles, from 0 to 1
     * @param resamples     the number of resamples, at least 1
     * @param draws         draws the values' indices
     * @return each quantile, resampled
     */
    public static List<Resampled> of(double[] values, double[] probabilities, int resamples, IndexDraws draws) {
        RankedSample sample = new RankedSample(values, probabilities);
        return sample.resampled(drawn(List.of(sample), values.length, resamples, draws).getFirst(), false);
    }

    /**
     * Resamples quantiles of two samples whose values belong together in pairs.
     *
     * @param first         at least one finite value
     * @param second        the partners, in the order of the first
     * @param probabilities the probabilities of the quantiles, from 0 to 1
     * @param seed          the same seed gives the same resamples
     * @return the first's and the second's quantiles, to be joined by {@link Resampled#ofPairs}
     */
    public static List<List<Resampled>> ofPairs(double[] first, double[] second, double[] probabilities, long seed) {
        if (first.length <= MAX_DRAWN) {
            return ofPairs(first, second, probabilities, Resampled.RESAMPLES, IndexDraws.seeded(seed));
        }
        requirePairs(first, second);
        RankedSample one = new RankedSample(first, probabilities);
        RankedSample other = new RankedSample(second, probabilities);
        double[][] ofOne = one.byIndexLaw(Resampled.RESAMPLES, seed);
        double[][] ofOther = other.byIndexLaw(Resampled.RESAMPLES, seed + 1);
        for (int index = 0; index < probabilities.length; index++) {
            couple(ofOne[index], ofOther[index], correlation(first, second, probabilities[index], one, other, index),
                    IndexDraws.seeded(seed ^ COUPLING));
        }
        return List.of(one.resampled(ofOne, true), other.resampled(ofOther, true));
    }

    /**
     * Resamples quantiles of pairs from a given source of draws.
     *
     * @param first         at least one finite value
     * @param second        the partners, in the order of the first
     * @param probabilities the probabilities of the quantiles, from 0 to 1
     * @param resamples     the number of resamples, at least 1
     * @param draws         draws the pairs' indices
     * @return the first's and the second's quantiles, to be joined by {@link Resampled#ofPairs}
     */
    public static List<List<Resampled>> ofPairs(double[] first, double[] second, double[] probabilities,
            int resamples, IndexDraws draws) {
        requirePairs(first, second);
        List<RankedSample> samples = List.of(new RankedSample(first, probabilities),
                new RankedSample(second, probabilities));
        List<double[][]> drawn = drawn(samples, first.length, resamples, draws);
        return List.of(samples.get(0).resampled(drawn.get(0), true), samples.get(1).resampled(drawn.get(1), true));
    }

    private static void requirePairs(double[] first, double[] second) {
        if (first.length != second.length) {
            throw new IllegalArgumentException(
                    "Pairs need as many values on both sides, not " + first.length + " and " + second.length);
        }
    }

    /** Draws the same indices for all samples. */
    private static List<double[][]> drawn(List<RankedSample> samples, int observations, int resamples,
            IndexDraws draws) {
        int[] drawn = new int[observations];
        int[] counts = new int[observations];
        List<double[][]> figures = new ArrayList<>();
        samples.forEach(sample -> figures.add(new double[sample.quantiles()][resamples]));
        for (int resample = 0; resample < resamples; resample++) {
            draws.draw(drawn);
            for (int index = 0; index < samples.size(); index++) {
                samples.get(index).countOf(drawn, counts, figures.get(index), resample);
            }
        }
        return figures;
    }

    private static double correlation(double[] first, double[] second, double probability, RankedSample one,
            RankedSample other, int index) {
        double spread = probability * (1 - probability);
        long bothBelow = IntStream.range(0, first.length)
                .filter(pair -> first[pair] <= one.value(index) && second[pair] <= other.value(index)).count();
        double correlation = ((double) bothBelow / first.length - probability * probability) / spread;
        return spread > 0 ? Math.clamp(correlation, -1, 1) : 0;
    }

    /**
     * Reorders the second figures so that their ranks correlate with those of the first as the ranks of correlated
     * normals do.
     */
    private static void couple(double[] first, double[] second, double correlation, IndexDraws draws) {
        NormalDistribution normal = new NormalDistribution(null, 0, 1);
        int count = first.length;
        int[] byFirst = order(first);
        int[] shuffle = new int[count];
        draws.draw(shuffle);
        double rest = Math.sqrt(1 - correlation * correlation);
        double[] wanted = new double[count];
        for (int rank = 0; rank < count; rank++) {
            double score = normal.inverseCumulativeProbability((rank + 0.5) / count);
            double noise = normal.inverseCumulativeProbability((shuffle[rank] + 0.5) / count);
            wanted[byFirst[rank]] = correlation * score + rest * noise;
        }
        double[] sorted = second.clone();
        Arrays.sort(sorted);
        int[] byWanted = order(wanted);
        for (int rank = 0; rank < count; rank++) {
            second[byWanted[rank]] = sorted[rank];
        }
    }

    private static int[] order(double[] values) {
        return IntStream.range(0, values.length).boxed()
                .sorted((left, right) -> Double.compare(values[left], values[right])).mapToInt(Integer::intValue)
                .toArray();
    }
}
