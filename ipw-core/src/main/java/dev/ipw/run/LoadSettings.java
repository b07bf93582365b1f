package dev.ipw.run;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Hold the load of a run.
 *
 * @param shape           {@code concurrency}, {@code constant}, {@code poisson}, {@code gamma} or {@code replay}
 * @param concurrency     how many requests were in flight at most; empty where the time starts requests
 * @param perSecond       how many requests were to start in a second; empty without a rate
 * @param burstiness      the shape of the gamma distribution of their distances; empty for even ones
 * @param rampSeconds     how long the load grew
 * @param durationSeconds how long requests were started; empty if each question was asked once
 * @param cut             which requests are left out of the latency figures
 * @param arrivalSeed     the seed of the arrivals; empty for the run's
 * @param replayed        the trace that told when requests start
 */
public record LoadSettings(String shape, OptionalInt concurrency, OptionalDouble perSecond, OptionalDouble burstiness,
        double rampSeconds, OptionalDouble durationSeconds, Cut cut, OptionalLong arrivalSeed,
        Optional<Replayed> replayed) {
    /** Refuses nulls. */
    public LoadSettings {
        Objects.requireNonNull(shape, "shape");
        Objects.requireNonNull(cut, "cut");
    }

    /**
     * Name what is left out of the latency figures.
     *
     * @param startSeconds requests that were to start so soon after the first
     * @param endSeconds   requests that ended so late before the last
     */
    public record Cut(double startSeconds, double endSeconds) {
        /** Leave out nothing. */
        public static final Cut NONE = new Cut(0, 0);
    }

    /**
     * Name a trace.
     *
     * @param trace its file
     * @param speed how much faster it was replayed
     */
    public record Replayed(String trace, double speed) {}

    /**
     * Holds a number in flight.
     *
     * @param requests how many
     * @return the settings
     */
    public static LoadSettings ofConcurrency(int requests) {
        return new LoadSettings("concurrency", OptionalInt.of(requests), OptionalDouble.empty(), OptionalDouble.empty(),
                0, OptionalDouble.empty(), Cut.NONE, OptionalLong.empty(), Optional.empty());
    }

    /**
     * Returns whether the load is open: the time starts requests, not an answer.
     *
     * @return true for a rate and for a replay
     */
    public boolean isOpenLoop() {
        return concurrency.isEmpty();
    }
}
