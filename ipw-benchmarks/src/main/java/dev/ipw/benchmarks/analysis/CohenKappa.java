package dev.ipw.benchmarks.analysis;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Cohen's kappa: the agreement of two raters of the same units beyond chance. */
public final class CohenKappa {
    private CohenKappa() {}

    /**
     * Computes the coefficient.
     *
     * @param first  the ratings of one rater
     * @param second the ratings of the other rater, of the same units in the same order
     * @param <T>    the type of a rating, compared by {@code equals}
     * @return the coefficient, at most 1; empty if there are no units, or if both raters always gave the same rating,
     *         where chance would agree as well
     */
    public static <T> OptionalDouble of(List<T> first, List<T> second) {
        if (first.size() != second.size()) {
            throw new IllegalArgumentException("Both raters must rate the same units, not " + first.size() + " and "
                    + second.size());
        }
        double units = first.size();
        Map<T, Integer> ofFirst = new HashMap<>();
        Map<T, Integer> ofSecond = new HashMap<>();
        int agreed = 0;
        for (int unit = 0; unit < first.size(); unit++) {
            ofFirst.merge(first.get(unit), 1, Integer::sum);
            ofSecond.merge(second.get(unit), 1, Integer::sum);
            agreed += first.get(unit).equals(second.get(unit)) ? 1 : 0;
        }
        double byChance = ofFirst.entrySet().stream()
                .mapToDouble(entry -> (double) entry.getValue() * ofSecond.getOrDefault(entry.getKey(), 0)).sum();
        double chanceToDisagree = units * units - byChance;
        return chanceToDisagree > 0
                ? OptionalDouble.of((agreed * units - byChance) / chanceToDisagree)
                : OptionalDouble.empty();
    }
}
