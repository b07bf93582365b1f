package dev.ipw.statistics;

import java.util.Objects;
import org.apiguardian.api.API;

/**
 * The outcome of a two-sided significance test.
 *
 * @param test      its name
 * @param statistic the test's statistic
 * @param pValue    the probability of a statistic at least as extreme if there is no effect, from 0 to 1
 * @param method    the method of the probability: {@code exact}, {@code normal}, {@code limit} or
 *                  {@code effective size}
 */
@API(status = API.Status.EXPERIMENTAL)
public record TestResult(String test, double statistic, double pValue, String method) {
    public static final String EXACT = "exact";
    public static final String NORMAL = "normal";
    /** The method for values that depend on those before them, by the equivalent number of independent ones. */
    public static final String EFFECTIVE = "effective size";

    /** Rejects nulls and invalid probabilities. */
    public TestResult {
        Objects.requireNonNull(test, "test");
        Objects.requireNonNull(method, "method");
        if (!(pValue >= 0 && pValue <= 1)) {
            throw new IllegalArgumentException("A probability lies between 0 and 1, not at " + pValue);
        }
    }
}
