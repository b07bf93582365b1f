package dev.ipw.statistics;

import java.util.Arrays;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * The summary of values that were sampled over one window.
 *
 * @param average the plain mean
 * @param maximum the largest value
 * @param median  the quantile at 0.5
 * @param minimum the smallest value
 */
@API(status = API.Status.EXPERIMENTAL)
public record Statistics(double average, double maximum, double median, double minimum) {
    /**
     * Summarises values.
     *
     * @param values any number of finite values
     * @return their summary; empty without values
     */
    public static Optional<Statistics> of(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return ofSorted(sorted);
    }

    /**
     * Summarises values in ascending order, without a copy of them.
     *
     * @param sorted any number of finite values, ascending
     * @return their summary; empty without values
     */
    public static Optional<Statistics> ofSorted(double[] sorted) {
        return sorted.length == 0
                ? Optional.empty()
                : Optional.of(new Statistics(Arrays.stream(sorted).average().orElseThrow(), sorted[sorted.length - 1],
                        Quantiles.ofSorted(sorted, 0.5), sorted[0]));
    }

    /**
     * Returns the same values in another unit.
     *
     * @param divisor the number of old units in a new one, above 0
     * @return the summary in the new unit
     */
    public Statistics dividedBy(double divisor) {
        return new Statistics(average / divisor, maximum / divisor, median / divisor, minimum / divisor);
    }
}
