package dev.ipw.benchmarks.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Krippendorff's alpha: the agreement of raters beyond chance. 1 is full agreement, 0 is chance. Ratings may be
 * missing; a unit with fewer than two ratings has no information on agreement and is excluded.
 */
final class KrippendorffAlpha {
    private KrippendorffAlpha() {}

    /** The definition of the distance of two ratings. */
    public enum Level {
        /** Names: two are equal or not. */
        NOMINAL,
        /** Ranks: only their order counts. */
        ORDINAL,
        /** Numbers on a scale with equal steps. */
        INTERVAL
    }

    /**
     * Computes the coefficient.
     *
     * @param units ratings of each unit by its raters, in any order; an empty one is missing. Names are given as
     *              numbers
     * @param level the definition of the distance of two ratings
     * @return the coefficient, at most 1; empty if no unit has two ratings, or if all ratings are the same, where
     *         chance would agree as well
     */
    public static OptionalDouble of(List<List<OptionalDouble>> units, Level level) {
        List<List<Double>> paired = units.stream().map(KrippendorffAlpha::present)
                .filter(ratings -> ratings.size() > 1).toList();
        Scale scale = new Scale(paired, level);
        double observed = 0;
        for (List<Double> unit : paired) {
            double sum = 0;
            for (double one : unit) {
                for (double other : unit) {
                    sum += scale.distance(one, other);
                }
            }
            observed += sum / (unit.size() - 1);
        }
        double expected = scale.allPairs() / (scale.total() - 1);
        return expected > 0 ? OptionalDouble.of(1 - observed / expected) : OptionalDouble.empty();
    }

    private static List<Double> present(List<OptionalDouble> ratings) {
        List<Double> present = new ArrayList<>();
        for (OptionalDouble rating : ratings) {
            if (Double.isNaN(rating.orElse(0)) || Double.isInfinite(rating.orElse(0))) {
                throw new IllegalArgumentException("A rating is a finite number, not " + rating.getAsDouble()
                        + "; leave a missing one empty");
            }
            // Zero has two signs, which are the same rating.
            rating.ifPresent(value -> present.add(value + 0.0));
        }
        return present;
    }

    /** A scale of distances; the distance of ranks depends on the number of times that each rating was given. */
    private static final class Scale {
        private final TreeMap<Double, Long> counts = new TreeMap<>();
        private final TreeMap<Double, Double> ranks = new TreeMap<>();
        private final Level level;

        Scale(List<List<Double>> units, Level level) {
            this.level = level;
            units.forEach(unit -> unit.forEach(rating -> counts.merge(rating, 1L, Long::sum)));
            double below = 0;
            for (Map.Entry<Double, Long> entry : counts.entrySet()) {
                ranks.put(entry.getKey(), below + entry.getValue() / 2.0);
                below += entry.getValue();
            }
        }

        long total() {
            return counts.values().stream().mapToLong(Long::longValue).sum();
        }

        double allPairs() {
            double sum = 0;
            for (Map.Entry<Double, Long> one : counts.entrySet()) {
                for (Map.Entry<Double, Long> other : counts.entrySet()) {
                    sum += one.getValue() * other.getValue() * distance(one.getKey(), other.getKey());
                }
            }
            return sum;
        }

        double distance(double one, double other) {
            double difference = switch (level) {
                case NOMINAL -> Double.compare(one, other) == 0 ? 0 : 1;
                case ORDINAL -> rank(one) - rank(other);
                case INTERVAL -> one - other;
            };
            return difference * difference;
        }

        private double rank(double rating) {
            return Optional.ofNullable(ranks.get(rating)).orElseThrow();
        }
    }
}
