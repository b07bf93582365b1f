package dev.ipw.run;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apiguardian.api.API;

/**
 * The load of a run.
 *
 * @param shape           {@code concurrency}, {@code constant}, {@code poisson}, {@code gamma} or {@code replay}
 * @param concurrency     the maximum number of requests in flight; empty if time starts requests
 * @param perSecond       the planned number of requests per second; empty without a rate
 * @param burstiness      the shape of the gamma distribution of their distances; empty for even distances
 * @param rampSeconds     the time over which the load grew
 * @param durationSeconds the time for which requests were started; empty if each question was asked once
 * @param cut             the requests that are left out of the latency figures
 * @param arrivalSeed     the seed of the arrivals; empty to use the run's
 * @param replayed        the trace with the times at which requests start
 */
@API(status = API.Status.EXPERIMENTAL)
public record LoadSettings(String shape, OptionalInt concurrency, OptionalDouble perSecond, OptionalDouble burstiness,
        double rampSeconds, OptionalDouble durationSeconds, Cut cut, OptionalLong arrivalSeed,
        Optional<Replayed> replayed) {
    /** Refuses nulls. */
    public LoadSettings {
        Objects.requireNonNull(shape, "shape");
        Objects.requireNonNull(cut, "cut");
    }

    /**
     * The part of a run that is left out of the latency figures.
     *
     * @param startSeconds the seconds after the first planned start; requests that were to start in them are left out
     * @param endSeconds   the seconds before the last end; requests that ended in them are left out
     */
    public record Cut(double startSeconds, double endSeconds) {
        /** No cut. */
        public static final Cut NONE = new Cut(0, 0);
    }

    /**
     * A replayed trace.
     *
     * @param trace its file
     * @param speed the factor of its speed
     */
    public record Replayed(String trace, double speed) {}

    /**
     * Creates a load with a constant number of requests in flight.
     *
     * @param requests the number of requests
     * @return the settings
     */
    public static LoadSettings ofConcurrency(int requests) {
        return new LoadSettings("concurrency", OptionalInt.of(requests), OptionalDouble.empty(), OptionalDouble.empty(),
                0, OptionalDouble.empty(), Cut.NONE, OptionalLong.empty(), Optional.empty());
    }

    /**
     * Returns whether the load is open: time starts requests, not an answer.
     *
     * @return true for a rate and for a replay
     */
    public boolean isOpenLoop() {
        return concurrency.isEmpty();
    }
}
