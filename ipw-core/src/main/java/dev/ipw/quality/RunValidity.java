package dev.ipw.quality;

import dev.ipw.quality.RunValidity.Delays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.apiguardian.api.API;

/**
 * Whether a run's times are reliable, the reasons if not, and the observations. It assesses the effects of this process
 * and this machine on the times, not the model, nor whether enough questions were asked.
 *
 * @param level               the worst of the reasons' levels
 * @param reasons             why the times are not reliable, the worst reason first; empty if they are
 * @param dispatch            the delays of the requests' starts
 * @param pauses              the pauses of this process
 * @param ownProcessorPercent the share of the machine's processors that this process used, 0 to 100; empty if the JVM
 *                            does not report it. It includes a model that runs in this process
 * @param clockJumpSeconds    the largest jump of the wall clock against the clock of all times, ahead or, below zero,
 *                            back; empty if there was none
 * @param calibration         the lag of this library's timestamps on this machine; empty if it was not measured
 */
@API(status = API.Status.EXPERIMENTAL)
public record RunValidity(Trust level, List<Reason> reasons, DispatchLag dispatch, Pauses pauses,
        OptionalDouble ownProcessorPercent, OptionalDouble clockJumpSeconds, Optional<Calibration> calibration) {
    /** Copies the reasons and rejects nulls. */
    public RunValidity {
        Objects.requireNonNull(level, "level");
        Objects.requireNonNull(dispatch, "dispatch");
        Objects.requireNonNull(pauses, "pauses");
        reasons = List.copyOf(reasons);
    }

    /**
     * Combines the validity of several measurement windows.
     *
     * @param other the validity of another window
     * @return the worse of the two, with the reasons of both
     */
    public RunValidity and(RunValidity other) {
        if (level.compareTo(other.level) < 0) {
            return other.and(this);
        }
        List<Reason> both = Stream.concat(reasons.stream(), other.reasons.stream()).distinct().toList();
        return new RunValidity(level, both, dispatch, pauses, ownProcessorPercent, clockJumpSeconds, calibration);
    }

    /**
     * Marks the times as doubtful for a reason that was not seen while they were taken.
     *
     * @param why the unknown fact, and advice
     * @return this validity, at least doubtful
     */
    public RunValidity doubted(String why) {
        List<Reason> more = Stream.concat(reasons.stream(), Stream.of(new Reason(Trust.DOUBTFUL, why))).toList();
        return new RunValidity(level.worse(Trust.DOUBTFUL), more, dispatch, pauses, ownProcessorPercent,
                clockJumpSeconds, calibration);
    }

    /**
     * A reason why times are not reliable.
     *
     * @param level its severity: doubtful or invalid
     * @param text  the observation, with figures, and advice
     */
    public record Reason(Trust level, String text) {
        /** Rejects a reason of the level valid. */
        public Reason {
            Objects.requireNonNull(text, "text");
            if (level == Trust.VALID) {
                throw new IllegalArgumentException("Times that may be trusted need no reason");
            }
        }
    }

    /**
     * The delays between each request's intended start and its start by its thread. The delay is part of the request's
     * latency, and it is caused by this process, not by the server.
     *
     * @param lags             the delays of all requests
     * @param late             the number of late requests
     * @param lateAfterSeconds from when on a request counts as late
     */
    public record DispatchLag(Delays lags, long late, double lateAfterSeconds) {
        /** Rejects nulls. */
        public DispatchLag {
            Objects.requireNonNull(lags, "lags");
        }
    }

    /**
     * A summary of delays of one kind, in seconds. Percentiles are those of a histogram whose steps are 1.6 percent
     * wide, and absent where there are fewer than 1 / (1 - p) values.
     *
     * @param count         the number of delays
     * @param meanSeconds   their mean; empty without any
     * @param medianSeconds their median; empty without any
     * @param p90Seconds    the quantile at 0.90; empty below 10 values
     * @param p99Seconds    the quantile at 0.99; empty below 100 values
     * @param maxSeconds    the longest; empty without any
     */
    public record Delays(long count, OptionalDouble meanSeconds, OptionalDouble medianSeconds,
            OptionalDouble p90Seconds,
            OptionalDouble p99Seconds, OptionalDouble maxSeconds) {
        /** No delays at all. */
        public static final Delays NONE = new Delays(0, OptionalDouble.empty(), OptionalDouble.empty(),
                OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty());
    }

    /**
     * The pauses of this process, seen by a thread that wakes every few milliseconds, and their possible effect on the
     * times. A pause delays a moment that is stamped at the arrival of data only if it ends right before; a model that
     * runs in this process is delayed by each.
     *
     * @param beats                the number of wakes of that thread
     * @param usualLatenessSeconds the median lateness of its wakes, which is normal for the machine
     * @param count                the number of pauses
     * @param totalSeconds         their total duration
     * @param longestSeconds       the longest pause; empty without any
     * @param longestHitSeconds    the longest pause that delayed a request; empty without any
     * @param collections          the number of garbage collections that stopped the process
     * @param collectionSeconds    the total time of these stops, by the JVM's own count in whole milliseconds
     * @param requestsHit          the number of answers that may have been delayed
     * @param delays               upper bounds of the delays of answers
     */
    public record Pauses(long beats, OptionalDouble usualLatenessSeconds, long count, double totalSeconds,
            OptionalDouble longestSeconds, OptionalDouble longestHitSeconds, long collections, double collectionSeconds,
            long requestsHit, AnswerDelays delays) {
        /** Rejects nulls. */
        public Pauses {
            Objects.requireNonNull(delays, "delays");
        }
    }

    /**
     * Upper bounds of the delays of answers by pauses.
     *
     * @param firstToken    the delay of each answer's time to first token
     * @param latency       the same for the latency
     * @param betweenChunks the same for an answer's mean time between chunks
     */
    public record AnswerDelays(Delays firstToken, Delays latency, Delays betweenChunks) {
        /** Rejects nulls. */
        public AnswerDelays {
            Objects.requireNonNull(firstToken, "firstToken");
            Objects.requireNonNull(latency, "latency");
            Objects.requireNonNull(betweenChunks, "betweenChunks");
        }
    }

    /**
     * The lag of this library's timestamps on this machine, measured before the run with a server in this process that
     * writes the time into each event. Server and client share the processors, so a run against a server elsewhere has
     * a smaller lag: the figures are upper bounds.
     *
     * @param streams     the number of simultaneous streams
     * @param lags        the times from the server's write to the client's timestamp, over all events
     * @param tookSeconds the duration of the calibration
     */
    public record Calibration(int streams, Delays lags, double tookSeconds) {
        /** Rejects a calibration without measurements. */
        public Calibration {
            if (streams < 1 || lags.count() == 0) {
                throw new IllegalArgumentException("A calibration has streams and events");
            }
        }
    }

    /** The levels of trust in times, from the best to the worst. */
    public enum Trust {
        /** Nothing was observed that would change a figure by more than a twentieth. */
        VALID,
        /** Something may have changed a figure by more than a twentieth. */
        DOUBTFUL,
        /**
         * Something may have changed a figure by more than a quarter: it depends on this machine as much as on the
         * model.
         */
        INVALID;

        /**
         * Returns the name used in files.
         *
         * @return lower case
         */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        /**
         * Returns the worse of two.
         *
         * @param other another
         * @return this or the other
         */
        public Trust worse(Trust other) {
            return compareTo(other) >= 0 ? this : other;
        }
    }
}
