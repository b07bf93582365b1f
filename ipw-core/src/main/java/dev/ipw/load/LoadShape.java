package dev.ipw.load;

import dev.ipw.dataset.ArrivalTrace;
import dev.ipw.error.ConfigurationException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.PrimitiveIterator;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import org.apiguardian.api.API;

/** The shape of a load: requests are started by answers, or by time. */
@API(status = API.Status.EXPERIMENTAL)
public sealed interface LoadShape {
    /**
     * Returns the name of the shape in files.
     *
     * @return {@code concurrency}, {@code constant}, {@code poisson}, {@code gamma} or {@code replay}
     */
    String label();

    /**
     * Returns the number of concurrent streams for which a client should be prepared.
     *
     * @return requests in flight; for a rate, or a replay, those of a second
     */
    int streams();

    /**
     * A fixed number of requests in flight.
     *
     * @param requests their number, from 1 to 65536
     */
    record FixedConcurrency(int requests) implements LoadShape {
        private static final int MAX = 65_536;

        /** Checks the number. */
        public FixedConcurrency {
            if (requests < 1 || requests > MAX) {
                throw new ConfigurationException("Concurrency must be from 1 to " + MAX + ", not " + requests);
            }
        }

        @Override
        public String label() {
            return "concurrency";
        }

        @Override
        public int streams() {
            return requests;
        }

        @Override
        public String toString() {
            return requests == 1 ? "one at a time" : requests + " at a time";
        }
    }

    /**
     * Requests that start at a rate, independent of answers.
     *
     * @param perSecond  the average rate per second, above 0 and at most 100000
     * @param burstiness the shape of the gamma distribution of their distances; empty for constant distances
     */
    record ArrivalRate(double perSecond, OptionalDouble burstiness) implements LoadShape {
        private static final double MAX_PER_SECOND = 100_000;
        private static final double MIN_BURSTINESS = 0.01;
        private static final double MAX_BURSTINESS = 1000;

        /** Checks the numbers. */
        public ArrivalRate {
            if (!(perSecond > 0 && perSecond <= MAX_PER_SECOND)) {
                throw new ConfigurationException("A rate must be above 0 and at most " + number(MAX_PER_SECOND)
                        + " requests a second, not " + number(perSecond));
            }
            double shape = burstiness.orElse(1);
            if (!(shape >= MIN_BURSTINESS && shape <= MAX_BURSTINESS)) {
                throw new ConfigurationException(
                        "Burstiness must be from " + MIN_BURSTINESS + " (bursts) over 1 (Poisson) to "
                                + number(MAX_BURSTINESS) + " (almost even), not " + number(shape));
            }
        }

        @Override
        public String label() {
            return burstiness.isEmpty() ? "constant" : burstiness.getAsDouble() == 1 ? "poisson" : "gamma";
        }

        @Override
        public int streams() {
            return (int) Math.ceil(perSecond);
        }

        @Override
        public String toString() {
            String arrival = burstiness.isEmpty()
                    ? "even"
                    : burstiness.getAsDouble() == 1
                            ? "Poisson"
                            : "gamma, burstiness " + number(burstiness.getAsDouble());
            return number(perSecond) + " a second (" + arrival + ")";
        }
    }

    /**
     * The replay of an arrival trace.
     *
     * @param trace the starts
     * @param speed the factor on the speed, from 0.001 to 1000
     */
    record Replay(ArrivalTrace trace, double speed) implements LoadShape {
        private static final double NANOS = 1e9;
        private static final double MIN = 0.001;
        private static final double MAX = 1000;

        /** Checks the speed. */
        public Replay {
            Objects.requireNonNull(trace, "trace");
            if (!(speed >= MIN && speed <= MAX)) {
                throw new ConfigurationException("The speed of a replay must be from " + MIN + " to " + number(MAX)
                        + " times the trace's own, not " + number(speed));
            }
        }

        @Override
        public String label() {
            return "replay";
        }

        @Override
        public int streams() {
            double seconds = trace.requests().getLast().offsetNanos() / speed / NANOS;
            return (int) Math.ceil(trace.requests().size() / Math.max(1, seconds));
        }

        /**
         * Returns the starts of the requests that are not kept from before the run was resumed, in nanoseconds from the
         * first of them; after the last the maximum value.
         */
        public LongSupplier arrivals(LongPredicate kept) {
            long[] left = LongStream.range(0, trace.requests().size()).filter(index -> !kept.test(index))
                    .map(index -> trace.requests().get((int) index).offsetNanos()).toArray();
            PrimitiveIterator.OfLong offsets = Arrays.stream(left).iterator();
            return () -> offsets.hasNext() ? Math.round((offsets.nextLong() - left[0]) / speed) : Long.MAX_VALUE;
        }

        @Override
        public String toString() {
            return "as in " + trace.id() + (speed == 1 ? "" : ", " + number(speed) + " times as fast");
        }
    }

    /** Formats a number without needless digits. */
    private static String plain(double value) {
        return new BigDecimal(value, MathContext.DECIMAL32).stripTrailingZeros().toPlainString();
    }

    /**
     * Formats a number for a person.
     *
     * @param value any number
     * @return without needless digits
     */
    static String number(double value) {
        return Double.isFinite(value) ? plain(value) : String.valueOf(value);
    }
}
