package dev.ipw.quality;

import dev.ipw.quality.RunValidity.Delays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * Hold whether a run's times may be trusted, why not, and what was observed. It assesses what this process and this machine did
 * to the times, not the model, nor whether enough was asked.
 *
 * @param level               the worst of the reasons' levels
 * @param reasons             why the times are not to be trusted, the worst first; none if they are
 * @param dispatch            how late requests were taken up
 * @param pauses              how long this process stood still
 * @param ownProcessorPercent how much of the machine's processors this process used, 0 to 100; empty if the JVM does not
 *                            tell. It includes a model that runs in this process
 * @param clockJumpSeconds    the largest jump of the wall clock against the clock of all times, ahead or, below zero, back;
 *                            empty if it kept pace
 * @param calibration         how late this library's clients stamp on this machine; empty if that was not tried
 */
public record RunValidity(Trust level, List<Reason> reasons, DispatchLag dispatch, Pauses pauses,
        OptionalDouble ownProcessorPercent, OptionalDouble clockJumpSeconds, Optional<Calibration> calibration) {
    /** Copy the reasons and refuse nulls. */
    public RunValidity {
        Objects.requireNonNull(level, "level");
        Objects.requireNonNull(dispatch, "dispatch");
        Objects.requireNonNull(pauses, "pauses");
        reasons = List.copyOf(reasons);
    }

    /**
     * Judges a run of several measurement windows.
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
     * Doubts the times for a reason that was not seen while they were taken.
     *
     * @param why what is not known, and what to do about it
     * @return this validity, doubtful at least
     */
    public RunValidity doubted(String why) {
        List<Reason> more = Stream.concat(reasons.stream(), Stream.of(new Reason(Trust.DOUBTFUL, why))).toList();
        return new RunValidity(level.worse(Trust.DOUBTFUL), more, dispatch, pauses, ownProcessorPercent,
                clockJumpSeconds, calibration);
    }

    /**
     * Describe why times are not to be trusted.
     *
     * @param level how much that matters: doubtful or invalid
     * @param text  what was seen, with figures, and what to do about it
     */
    public record Reason(Trust level, String text) {
        /** Refuse a reason for nothing. */
        public Reason {
            Objects.requireNonNull(text, "text");
            if (level == Trust.VALID) {
                throw new IllegalArgumentException("Times that may be trusted need no reason");
            }
        }
    }

    /**
     * Summarise how long after its intended start each request was taken up by its thread. That wait is part of its latency, and it
     * is this process', not the server's.
     *
     * @param lags             how long, of every request
     * @param late             how many were late
     * @param lateAfterSeconds from when on a request counts as late
     */
    public record DispatchLag(Delays lags, long late, double lateAfterSeconds) {
        /** Refuse nulls. */
        public DispatchLag {
            Objects.requireNonNull(lags, "lags");
        }
    }

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
    public record Delays(long count, OptionalDouble meanSeconds, OptionalDouble medianSeconds,
            OptionalDouble p90Seconds,
            OptionalDouble p99Seconds, OptionalDouble maxSeconds) {
        /** No delays at all. */
        public static final Delays NONE = new Delays(0, OptionalDouble.empty(), OptionalDouble.empty(),
                OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty());
    }

    /**
     * Summarise how long this process stood still, as a thread saw it that wanted to wake every few milliseconds, and what that may
     * have done to the times. A pause delays a moment that is stamped over the wire only if it ends right before; a model
     * that runs in this process is delayed by each.
     *
     * @param beats                  how often that thread woke
     * @param usualLatenessSeconds   the median of how late it woke, which is the machine's habit
     * @param count                  how many pauses there were
     * @param totalSeconds           how long they were together
     * @param longestSeconds         how long the longest was; empty without any
     * @param longestHitSeconds      how long the longest was that delayed a request; empty without any
     * @param collections            how many collections of garbage stopped the process
     * @param collectionSeconds      how long those stopped it together, by the JVM's own count in whole milliseconds
     * @param requestsHit            how many answers may have been delayed
     * @param firstToken             the most that may have been added to the time to first token, of every answer
     * @param latency                the same for the latency
     * @param betweenChunks          the same for an answer's mean time between chunks
     */
    public record Pauses(long beats, OptionalDouble usualLatenessSeconds, long count, double totalSeconds,
            OptionalDouble longestSeconds, OptionalDouble longestHitSeconds, long collections, double collectionSeconds,
            long requestsHit, Delays firstToken, Delays latency, Delays betweenChunks) {
        /** Refuse nulls. */
        public Pauses {
            Objects.requireNonNull(firstToken, "firstToken");
            Objects.requireNonNull(latency, "latency");
            Objects.requireNonNull(betweenChunks, "betweenChunks");
        }
    }

    /**
     * Summarise how late this library's clients stamp on this machine, as seen before the run on a server of this process that
     * writes the time into each event. Server and client shared the processors, so a run against a server elsewhere fares
     * better: the figures are upper bounds.
     *
     * @param streams       how many streams there were at once
     * @param lags          from the server's write to the client's stamp, of every event
     * @param tookSeconds   how long finding that out took
     */
    public record Calibration(int streams, Delays lags, double tookSeconds) {
        /** Refuse a calibration that measured nothing. */
        public Calibration {
            if (streams < 1 || lags.count() == 0) {
                throw new IllegalArgumentException("A calibration has streams and events");
            }
        }
    }

    /** List the levels of trust in times, from the best to the worst. */
    public enum Trust {
        /** Nothing was seen that would move a figure by more than a twentieth. */
        VALID,
        /** Something may have moved a figure by more than a twentieth. */
        DOUBTFUL,
        /** Something may have moved a figure by more than a quarter: it tells of this machine as much as of the model. */
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
         * Chooses the worse of two.
         *
         * @param other another
         * @return this or the other
         */
        public Trust worse(Trust other) {
            return compareTo(other) >= 0 ? this : other;
        }
    }
}
