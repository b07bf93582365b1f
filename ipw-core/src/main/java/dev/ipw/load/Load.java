package dev.ipw.load;

import dev.ipw.dataset.ArrivalTrace;
import dev.ipw.error.ConfigurationException;
import dev.ipw.run.LoadSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apiguardian.api.API;

/**
 * The load on the model: a number of requests in flight, or a rate that is independent of answers. A rate never waits
 * for an answer; a request that cannot go out on time keeps its intended start, from which its latency counts.
 *
 * <pre>{@code
 * Profiler.builder().load(Load.concurrency(8));
 * Profiler.builder().load(Load.poisson(2.5).rampedOver(Duration.ofSeconds(10)).lasting(Duration.ofMinutes(5)));
 * }</pre>
 *
 * @param shape    when requests start
 * @param ramp     the time in which the load grows evenly from zero to its full size; zero for no ramp
 * @param duration the time in which requests are started; empty to ask each question once
 * @param cut      the requests at the beginning and the end that are omitted from the latency figures
 * @param seed     the seed of the arrivals; empty for the run's
 */
@API(status = API.Status.STABLE)
public record Load(LoadShape shape, Duration ramp, Optional<Duration> duration, Cut cut, OptionalLong seed) {
    private static final Duration LONGEST = Duration.ofDays(30);
    private static final double NANOS = 1e9;

    /** Checks the times. */
    public Load {
        Objects.requireNonNull(shape, "shape");
        if (ramp.isNegative() || ramp.compareTo(LONGEST) > 0) {
            throw new ConfigurationException("A ramp must last from 0 to 30 days, not " + ramp);
        }
        if (shape instanceof LoadShape.Replay && !ramp.isZero()) {
            throw new ConfigurationException("A replay has its own times, so that nothing can be ramped");
        }
        duration.ifPresent(time -> {
            if (time.isNegative() || time.isZero() || time.compareTo(LONGEST) > 0) {
                throw new ConfigurationException("A load must last more than 0 and at most 30 days, not " + time);
            }
        });
    }

    /**
     * A cut that omits requests at the beginning and the end of the load from the latency figures. Their joules remain
     * in the run's.
     *
     * @param start the time after the first intended start in which requests are omitted; from 0 to 30 days
     * @param end   the time before the last end in which ending requests are omitted; from 0 to 30 days
     */
    public record Cut(Duration start, Duration end) {
        /** The cut that omits nothing. */
        public static final Cut NONE = new Cut(Duration.ZERO, Duration.ZERO);

        /** Checks the times. */
        public Cut {
            for (Duration time : List.of(start, end)) {
                if (time.isNegative() || time.compareTo(LONGEST) > 0) {
                    throw new ConfigurationException("A cut must last from 0 to 30 days, not " + time);
                }
            }
        }
    }

    private static Load of(LoadShape shape) {
        return new Load(shape, Duration.ZERO, Optional.empty(), Cut.NONE, OptionalLong.empty());
    }

    /**
     * Sends one request at a time.
     *
     * @return the load
     */
    public static Load sequential() {
        return concurrency(1);
    }

    /**
     * Keeps a fixed number of requests in flight; each answer starts the next request.
     *
     * @param requests their number, from 1 to 65536
     * @return the load
     * @throws ConfigurationException if the number cannot be
     */
    public static Load concurrency(int requests) {
        return of(new LoadShape.FixedConcurrency(requests));
    }

    /**
     * Starts requests at a constant rate.
     *
     * @param perSecond the rate per second, above 0 and at most 100000
     * @return the load
     * @throws ConfigurationException if the rate cannot be
     */
    public static Load constant(double perSecond) {
        return of(new LoadShape.ArrivalRate(perSecond, OptionalDouble.empty()));
    }

    /**
     * Starts requests as a Poisson process, as independent users do.
     *
     * @param perSecond the average rate per second, above 0 and at most 100000
     * @return the load
     * @throws ConfigurationException if the rate cannot be
     */
    public static Load poisson(double perSecond) {
        return gamma(perSecond, 1);
    }

    /**
     * Starts requests with gamma-distributed distances.
     *
     * @param perSecond  the average rate per second, above 0 and at most 100000
     * @param burstiness the distribution's shape, with vLLM's name for it: 1 is Poisson, below 1 requests start in
     *                   bursts, above 1 more evenly; from 0.01 to 1000
     * @return the load
     * @throws ConfigurationException if a number cannot be
     */
    public static Load gamma(double perSecond, double burstiness) {
        return of(new LoadShape.ArrivalRate(perSecond, OptionalDouble.of(burstiness)));
    }

    /**
     * Replays an arrival trace.
     *
     * @param trace the starts, and the lengths of prompts and answers
     * @return the load
     */
    public static Load replay(ArrivalTrace trace) {
        return replay(trace, 1);
    }

    /**
     * Replays an arrival trace, faster or slower.
     *
     * @param trace the starts, and the lengths of prompts and answers
     * @param speed 2 is twice as fast; from 0.001 to 1000
     * @return the load
     * @throws ConfigurationException if the speed cannot be
     */
    public static Load replay(ArrivalTrace trace, double speed) {
        return of(new LoadShape.Replay(trace, speed));
    }

    /**
     * Replays an arrival trace.
     *
     * @param file the file of the trace, in a format of {@link ArrivalTrace#read(Path)}
     * @return the load
     * @throws dev.ipw.error.InputException if the trace cannot be read
     */
    public static Load replay(Path file) {
        return replay(ArrivalTrace.read(file));
    }

    /**
     * Ramps the load up linearly from zero: requests in flight, or requests per second.
     *
     * @param time the time until it has its full size
     * @return the load with that ramp
     */
    public Load rampedOver(Duration time) {
        return new Load(shape, time, duration, cut, seed);
    }

    /**
     * Starts requests for a time; questions repeat until it is over, unless their number is limited. Requests in flight
     * at its end are awaited.
     *
     * @param time the ramp included
     * @return the load with that end
     */
    public Load lasting(Duration time) {
        return new Load(shape, ramp, Optional.of(time), cut, seed);
    }

    /**
     * Omits requests at the beginning and the end from the latency figures.
     *
     * @param start the time after the first intended start in which requests are omitted
     * @param end   the time before the last end in which ending requests are omitted
     * @return the load with that cut
     */
    public Load cut(Duration start, Duration end) {
        return new Load(shape, ramp, duration, new Cut(start, end), seed);
    }

    /**
     * Draws the arrivals from a separate seed, so that runs of the same questions differ in their arrivals.
     *
     * @param value any number
     * @return the load with that seed
     */
    public Load seeded(long value) {
        return new Load(shape, ramp, duration, cut, OptionalLong.of(value));
    }

    /**
     * Returns the same load with another number in flight.
     *
     * @param requests their number
     * @return the load with the same ramp, duration and cut
     */
    public Load atConcurrency(int requests) {
        return new Load(new LoadShape.FixedConcurrency(requests), ramp, duration, cut, seed);
    }

    /**
     * Returns the same load at another rate. The distribution of arrivals is kept; a load without a rate gets Poisson
     * arrivals, as of independent users.
     *
     * @param perSecond the average rate per second
     * @return the load with the same ramp, duration and cut
     */
    public Load atRate(double perSecond) {
        OptionalDouble burstiness = shape instanceof LoadShape.ArrivalRate rate
                ? rate.burstiness()
                : OptionalDouble.of(1);
        return new Load(new LoadShape.ArrivalRate(perSecond, burstiness), ramp, duration, cut, seed);
    }

    /**
     * Returns the settings for the run's results.
     *
     * @return the settings
     */
    public LoadSettings settings() {
        OptionalInt requests = shape instanceof LoadShape.FixedConcurrency fixed
                ? OptionalInt.of(fixed.requests())
                : OptionalInt.empty();
        Optional<LoadShape.ArrivalRate> rate = shape instanceof LoadShape.ArrivalRate known
                ? Optional.of(known)
                : Optional.empty();
        Optional<LoadSettings.Replayed> replayed = shape instanceof LoadShape.Replay replay
                ? Optional.of(new LoadSettings.Replayed(replay.trace().id(), replay.speed()))
                : Optional.empty();
        OptionalDouble lasting = duration.map(time -> OptionalDouble.of(seconds(time))).orElse(OptionalDouble.empty());
        return new LoadSettings(shape.label(), requests,
                rate.map(one -> OptionalDouble.of(one.perSecond())).orElse(OptionalDouble.empty()),
                rate.map(LoadShape.ArrivalRate::burstiness).orElse(OptionalDouble.empty()), seconds(ramp), lasting,
                new LoadSettings.Cut(seconds(cut.start()), seconds(cut.end())), seed, replayed);
    }

    /** Returns the load for a person. */
    @Override
    public String toString() {
        return shape + (ramp.isZero() ? "" : ", ramped over " + written(ramp))
                + duration.map(time -> ", for " + written(time)).orElse("")
                + (cut.equals(Cut.NONE)
                        ? ""
                        : ", without the first " + written(cut.start()) + " and the last " + written(cut.end()));
    }

    private static double seconds(Duration time) {
        return time.toNanos() / NANOS;
    }

    private static String written(Duration time) {
        return LoadShape.number(seconds(time)) + " s";
    }
}
