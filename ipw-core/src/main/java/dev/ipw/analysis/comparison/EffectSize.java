package dev.ipw.analysis.comparison;

import java.util.Objects;

/**
 * Hold the size of a difference relative to the spread of the queries.
 *
 * @param name  {@code rank-biserial} of pairs, {@code Cliff's delta} of independent samples, both from -1 to 1
 * @param value below 0 where the second run's figures are smaller
 */
public record EffectSize(String name, double value) {
    private static final double SMALL = 0.147;
    private static final double MEDIUM = 0.33;
    private static final double LARGE = 0.474;

    /** Refuse nulls. */
    public EffectSize {
        Objects.requireNonNull(name, "name");
    }

    /**
     * Put the size into a word, by the usual bounds of Cliff's delta (Romano and others, 2006).
     *
     * @return negligible, small, medium or large
     */
    public String word() {
        double size = Math.abs(value);
        return size < SMALL ? "negligible" : size < MEDIUM ? "small" : size < LARGE ? "medium" : "large";
    }
}
