package dev.ipw.statistics;

import java.util.Objects;

/**
 * Hold the outcome of a significance test, always of two sides.
 *
 * @param test      its name
 * @param statistic the test's statistic
 * @param pValue    how likely a statistic as far out is if there is nothing to find, from 0 to 1
 * @param method    how the probability was found: {@code exact}, {@code normal}, {@code limit} or {@code effective size}
 */
public record TestResult(String test, double statistic, double pValue, String method) {
    public static final String EXACT = "exact";
    public static final String NORMAL = "normal";
    /** Of values that follow those before them, by how many independent ones they are worth. */
    public static final String EFFECTIVE = "effective size";

    /** Refuse nulls and what is no probability. */
    public TestResult {
        Objects.requireNonNull(test, "test");
        Objects.requireNonNull(method, "method");
        if (!(pValue >= 0 && pValue <= 1)) {
            throw new IllegalArgumentException("A probability lies between 0 and 1, not at " + pValue);
        }
    }
}
