package dev.ipw.profile;

import dev.ipw.error.ConfigurationException;
import dev.ipw.results.LoadSettings;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Say how requests are put on the model: so many at a time, or so many a second whatever the answers take. A rate never
 * waits for an answer; a request that cannot go out on time keeps its intended start, from which its latency counts.
 *
 * <pre>{@code
 * Profiler.builder().load(Load.concurrency(8));
 * Profiler.builder().load(Load.poisson(2.5).rampedOver(Duration.ofSeconds(10)).lasting(Duration.ofMinutes(5)));
 * }</pre>
 *
 * @param shape    when requests start
 * @param ramp     how long the load grows evenly from nothing to its full size; zero begins with it
 * @param duration how long requests are started; empty goes on until each question was asked once
 */
public record Load(LoadShape shape, Duration ramp, Optional<Duration> duration) {
    private static final Duration LONGEST = Duration.ofDays(30);
    private static final double NANOS = 1e9;

    /** Check the times. */
    public Load {
        Objects.requireNonNull(shape, "shape");
        if (ramp.isNegative() || ramp.compareTo(LONGEST) > 0) {
            throw new ConfigurationException("A ramp must last from 0 to 30 days, not " + ramp);
        }
        duration.ifPresent(time -> {
            if (time.isNegative() || time.isZero() || time.compareTo(LONGEST) > 0) {
                throw new ConfigurationException("A load must last more than 0 and at most 30 days, not " + time);
            }
        });
    }

    private static Load of(LoadShape shape) {
        return new Load(shape, Duration.ZERO, Optional.empty());
    }

    /**
     * Send one request at a time.
     *
     * @return the load
     */
    public static Load sequential() {
        return concurrency(1);
    }

    /**
     * Keep a fixed number of requests in flight; each answer makes room for the next request.
     *
     * @param requests how many, from 1 to 65536
     * @return the load
     * @throws ConfigurationException if the number cannot be
     */
    public static Load concurrency(int requests) {
        return of(new LoadShape.FixedConcurrency(requests));
    }

    /**
     * Start requests at even distances.
     *
     * @param perSecond how many a second, above 0 and at most 100000
     * @return the load
     * @throws ConfigurationException if the rate cannot be
     */
    public static Load constant(double perSecond) {
        return of(new LoadShape.ArrivalRate(perSecond, OptionalDouble.empty()));
    }

    /**
     * Start requests as independent users do: distances are exponential.
     *
     * @param perSecond how many a second on average, above 0 and at most 100000
     * @return the load
     * @throws ConfigurationException if the rate cannot be
     */
    public static Load poisson(double perSecond) {
        return gamma(perSecond, 1);
    }

    /**
     * Start requests at distances that follow a gamma distribution.
     *
     * @param perSecond  how many a second on average, above 0 and at most 100000
     * @param burstiness the distribution's shape, as vLLM's benchmark names it: 1 is Poisson, below 1 requests come in
     *                   bursts, above 1 more evenly; from 0.01 to 1000
     * @return the load
     * @throws ConfigurationException if a number cannot be
     */
    public static Load gamma(double perSecond, double burstiness) {
        return of(new LoadShape.ArrivalRate(perSecond, OptionalDouble.of(burstiness)));
    }

    /**
     * Let the load grow evenly from nothing: requests in flight, or requests a second.
     *
     * @param time until it has its full size
     * @return the load with that ramp
     */
    public Load rampedOver(Duration time) {
        return new Load(shape, time, duration);
    }

    /**
     * Start requests for a time, not until each question was asked once: then questions come again as often as there is time,
     * unless their number is limited. What is in flight at its end is waited for.
     *
     * @param time the ramp included
     * @return the load with that end
     */
    public Load lasting(Duration time) {
        return new Load(shape, ramp, Optional.of(time));
    }

    /**
     * Write it down for the run's results.
     *
     * @return what was asked for
     */
    public LoadSettings settings() {
        OptionalDouble lasting = duration.map(time -> OptionalDouble.of(time.toNanos() / NANOS))
                .orElse(OptionalDouble.empty());
        return switch (shape) {
            case LoadShape.FixedConcurrency fixed -> new LoadSettings(shape.label(),
                    OptionalInt.of(fixed.requests()), OptionalDouble.empty(), OptionalDouble.empty(),
                    ramp.toNanos() / NANOS,
                    lasting);
            case LoadShape.ArrivalRate rate -> new LoadSettings(shape.label(), OptionalInt.empty(),
                    OptionalDouble.of(rate.perSecond()), rate.burstiness(), ramp.toNanos() / NANOS, lasting);
        };
    }

    /** Write it for a person. */
    @Override
    public String toString() {
        return shape + (ramp.isZero() ? "" : ", ramped over " + seconds(ramp))
                + duration.map(time -> ", for " + seconds(time)).orElse("");
    }

    private static String seconds(Duration time) {
        return LoadShape.number(time.toNanos() / NANOS) + " s";
    }
}
