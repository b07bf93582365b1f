package dev.ipw.quality;

import java.util.OptionalDouble;

/**
 * Sum up delays of one kind, in seconds. Percentiles are those of a histogram whose steps are 1.6 percent wide, and absent
 * where there are fewer than 1 / (1 - p) values.
 *
 * @param count         how many
 * @param meanSeconds   their mean; empty without any
 * @param medianSeconds their median; empty without any
 * @param p90Seconds    the quantile at 0.90; empty below 10 values
 * @param p99Seconds    the quantile at 0.99; empty below 100 values
 * @param maxSeconds    the longest; empty without any
 */
public record Delays(long count, OptionalDouble meanSeconds, OptionalDouble medianSeconds, OptionalDouble p90Seconds,
        OptionalDouble p99Seconds, OptionalDouble maxSeconds) {
    /** No delays at all. */
    public static final Delays NONE = new Delays(0, OptionalDouble.empty(), OptionalDouble.empty(),
            OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty());
}
