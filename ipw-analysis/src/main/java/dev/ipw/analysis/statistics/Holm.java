package dev.ipw.analysis.statistics;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** The correction of probabilities for several tests (Holm, 1979). */
public final class Holm {
    private Holm() {}

    /**
     * Adjusts probabilities so that all those below a level are true together with that confidence.
     *
     * @param pValues one for each question, from 0 to 1
     * @return the adjusted probabilities in the same order, none smaller than before
     */
    public static double[] adjusted(double[] pValues) {
        List<Integer> ascending = IntStream.range(0, pValues.length).boxed()
                .sorted(Comparator.comparingDouble(index -> pValues[index])).toList();
        double[] adjusted = new double[pValues.length];
        double largest = 0;
        for (int rank = 0; rank < pValues.length; rank++) {
            largest = Math.max(largest, Math.min(1, pValues[ascending.get(rank)] * (pValues.length - rank)));
            adjusted[ascending.get(rank)] = largest;
        }
        return adjusted;
    }
}
