package dev.ipw.analysis.statistics;

import dev.ipw.statistics.Quantiles;
import java.util.function.IntToDoubleFunction;

/** The rules by which programs compute a percentile of a sample, numbered as by Hyndman and Fan (1996). */
public enum PercentileRule {
    /** Type 7: linear between order statistics, from the minimum to the maximum; the rule of {@link Quantiles}. */
    LINEAR("linear between order statistics (type 7)") {
        @Override
        double between(IntToDoubleFunction ordered, int count, double probability) {
            double position = probability * (count - 1);
            int below = Math.min((int) position, count - 2);
            return line(ordered, below, position - below);
        }
    },
    /** Type 6 as in Python's {@code statistics.quantiles}: extrapolated in a line beyond the outermost values. */
    EXCLUSIVE("exclusive, extrapolates beyond the greatest value (type 6)") {
        @Override
        double between(IntToDoubleFunction ordered, int count, double probability) {
            double position = probability * (count + 1);
            int below = Math.clamp((int) position, 1, count - 1);
            return line(ordered, below - 1, position - below);
        }
    },
    /** Type 1: the smallest value that at least this share of the sample does not exceed. */
    INVERSE_CDF("a value of the sample, by the inverse distribution function (type 1)") {
        @Override
        double between(IntToDoubleFunction ordered, int count, double probability) {
            // Rounded, since 0.9 of 10 is a little more than 9.
            int rank = (int) Math.ceil(probability * count - ROUNDING);
            return ordered.applyAsDouble(Math.clamp(rank - 1, 0, count - 1));
        }
    };

    private static final double ROUNDING = 1e-9;

    private final String words;

    PercentileRule(String words) {
        this.words = words;
    }

    /**
     * Describes the rule.
     *
     * @return in words
     */
    public String words() {
        return words;
    }

    /**
     * Computes a percentile.
     *
     * @param ordered     returns the values of the sample by their rank, the minimum at 0
     * @param count       the number of values, at least 1
     * @param probability above 0 and below 1
     * @return the percentile; for a single value that value
     */
    public double of(IntToDoubleFunction ordered, int count, double probability) {
        if (count < 1 || !(probability > 0 && probability < 1)) {
            throw new IllegalArgumentException("A percentile needs values and a probability between 0 and 1");
        }
        return count == 1 ? ordered.applyAsDouble(0) : between(ordered, count, probability);
    }

    abstract double between(IntToDoubleFunction ordered, int count, double probability);

    private static double line(IntToDoubleFunction ordered, int below, double share) {
        double value = ordered.applyAsDouble(below);
        return value + share * (ordered.applyAsDouble(below + 1) - value);
    }
}
