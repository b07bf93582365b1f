package dev.ipw.analysis.statistics;

import dev.ipw.statistics.Quantiles;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** A sample in ascending order, for the quantiles of its resamples by counting how often each rank was drawn. */
final class RankedSample {
    private final double[] sorted;
    private final int[] ranks;
    private final double[] probabilities;
    private final int[] places;
    private final double[] atPlaces;

    RankedSample(double[] values, double[] probabilities) {
        if (values.length == 0) {
            throw new IllegalArgumentException("A quantile needs at least one value");
        }
        sorted = values.clone();
        Arrays.sort(sorted);
        // The rank chosen among equal values does not change any quantile.
        ranks = Arrays.stream(values).mapToInt(value -> Arrays.binarySearch(sorted, value)).toArray();
        this.probabilities = probabilities.clone();
        places = Arrays.stream(probabilities).mapToObj(this::neighbours).flatMapToInt(Arrays::stream).sorted()
                .distinct().toArray();
        atPlaces = new double[places.length];
    }

    private int[] neighbours(double probability) {
        int below = (int) Math.floor(probability * (sorted.length - 1));
        return new int[]{below, Math.min(below + 1, sorted.length - 1)};
    }

    int quantiles() {
        return probabilities.length;
    }

    double value(int index) {
        return Quantiles.ofSorted(sorted, probabilities[index]);
    }

    /** Computes the quantiles of one resample; the counts are overwritten. */
    void countOf(int[] drawn, int[] counts, double[][] figures, int resample) {
        Arrays.fill(counts, 0);
        for (int index : drawn) {
            counts[ranks[index]]++;
        }
        int seen = 0;
        int rank = -1;
        for (int place = 0; place < places.length; place++) {
            while (seen <= places[place]) {
                rank++;
                seen += counts[rank];
            }
            atPlaces[place] = sorted[rank];
        }
        put(figures, resample);
    }

    /** Draws the values at the required places, without the rest of a resample. */
    double[][] byIndexLaw(int resamples, long seed) {
        OrderStatisticLaw law = new OrderStatisticLaw(sorted.length, places, seed);
        double[][] figures = new double[probabilities.length][resamples];
        int[] drawn = new int[places.length];
        for (int resample = 0; resample < resamples; resample++) {
            law.draw(drawn);
            Arrays.setAll(atPlaces, place -> sorted[drawn[place]]);
            put(figures, resample);
        }
        return figures;
    }

    private void put(double[][] figures, int resample) {
        for (int index = 0; index < probabilities.length; index++) {
            double position = probabilities[index] * (sorted.length - 1);
            int[] both = neighbours(probabilities[index]);
            double below = atPlaces[Arrays.binarySearch(places, both[0])];
            double above = atPlaces[Arrays.binarySearch(places, both[1])];
            figures[index][resample] = below + (position - both[0]) * (above - below);
        }
    }

    /** Combines the figures of all resamples with the quantiles without each value. */
    List<Resampled> resampled(double[][] figures, boolean inOrderOfValues) {
        return IntStream.range(0, probabilities.length).mapToObj(index -> {
            double[] byRank = jackknife(probabilities[index]);
            return Resampled.of(value(index), figures[index], inOrderOfValues
                    ? Arrays.stream(ranks).mapToDouble(rank -> byRank[rank]).toArray()
                    : byRank);
        }).toList();
    }

    private double[] jackknife(double probability) {
        int count = sorted.length;
        double[] byRank = new double[count];
        if (count == 1) {
            byRank[0] = sorted[0];
            return byRank;
        }
        double position = probability * (count - 2);
        int below = (int) Math.floor(position);
        int above = Math.min(below + 1, count - 2);
        for (int without = 0; without < count; without++) {
            double low = sorted[below < without ? below : below + 1];
            double high = sorted[above < without ? above : above + 1];
            byRank[without] = low + (position - below) * (high - low);
        }
        return byRank;
    }
}
