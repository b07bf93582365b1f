package dev.ipw.results;

import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Say how requests were put on the model.
 *
 * @param shape           {@code concurrency}, {@code constant}, {@code poisson} or {@code gamma}
 * @param concurrency     how many requests were in flight at most; empty for a rate
 * @param perSecond       how many requests were to start in a second; empty for a number in flight
 * @param burstiness      the shape of the gamma distribution of their distances; empty for even ones
 * @param rampSeconds     how long the load grew
 * @param durationSeconds how long requests were started; empty if each question was asked once
 */
public record LoadSettings(String shape, OptionalInt concurrency, OptionalDouble perSecond, OptionalDouble burstiness,
        double rampSeconds, OptionalDouble durationSeconds) {
    /** Refuse nulls. */
    public LoadSettings {
        Objects.requireNonNull(shape, "shape");
    }

    /**
     * Hold a number in flight.
     *
     * @param requests how many
     * @return the settings
     */
    public static LoadSettings ofConcurrency(int requests) {
        return new LoadSettings("concurrency", OptionalInt.of(requests), OptionalDouble.empty(), OptionalDouble.empty(),
                0,
                OptionalDouble.empty());
    }
}
