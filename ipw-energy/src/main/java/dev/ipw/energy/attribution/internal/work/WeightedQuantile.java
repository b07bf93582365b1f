package dev.ipw.energy.attribution.internal.work;

import java.util.Comparator;
import java.util.stream.IntStream;

/** The value below which a given share of all weight lies. */
final class WeightedQuantile {
    private WeightedQuantile() {}

    static double of(double[] values, double[] weights, int count, double share) {
        int[] order = IntStream.range(0, count).boxed().sorted(Comparator.comparingDouble(i -> values[i]))
                .mapToInt(Integer::intValue).toArray();
        double all = 0;
        for (int i : order) {
            all += weights[i];
        }
        double upTo = 0;
        for (int i : order) {
            upTo += weights[i];
            if (upTo >= share * all) {
                return values[i];
            }
        }
        return 0;
    }
}
