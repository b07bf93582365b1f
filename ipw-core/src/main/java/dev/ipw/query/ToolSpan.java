package dev.ipw.query;

import java.util.Objects;
import java.util.Optional;

/**
 * Hold the span of a tool that worked for a query.
 *
 * @param name       the tool's name
 * @param callId     the id of the tool call that asked for it; empty if the runner used it of its own accord
 * @param startNanos when it began, since the run's monotonic anchor
 * @param endNanos   when it ended
 * @param error      what went wrong, without secrets; empty if it worked
 * @param processorTime processor time of the processes that it started; empty if it started none, or it is not known
 */
public record ToolSpan(String name, Optional<String> callId, long startNanos, long endNanos, Optional<String> error,
        Optional<ProcessorTime> processorTime) {
    /** Refuse nulls, and an end before the start. */
    public ToolSpan {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(callId, "callId");
        Objects.requireNonNull(error, "error");
        Objects.requireNonNull(processorTime, "processorTime");
        if (endNanos < startNanos) {
            throw new IllegalArgumentException("The tool " + name + " cannot end before it begins");
        }
    }

    /**
     * Hold the span of a tool that started no process, or whose processes are not known.
     *
     * @param name       the tool's name
     * @param callId     the id of the tool call that asked for it; empty if the runner used it of its own accord
     * @param startNanos when it began, since the run's monotonic anchor
     * @param endNanos   when it ended
     * @param error      what went wrong, without secrets; empty if it worked
     */
    public ToolSpan(String name, Optional<String> callId, long startNanos, long endNanos, Optional<String> error) {
        this(name, callId, startNanos, endNanos, error, Optional.empty());
    }

    /**
     * Hold processor time as far as it is known, summed over logical processors.
     *
     * @param leastSeconds what was read, in seconds
     * @param mostSeconds  what it can have been at most, such as the time after the last reading
     */
    public record ProcessorTime(double leastSeconds, double mostSeconds) {
        /** Refuse a time below 0, and a most below the least. */
        public ProcessorTime {
            if (!(leastSeconds >= 0 && mostSeconds >= leastSeconds && mostSeconds < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException(
                        "Processor time lies between 0 and a number of seconds, not between " + leastSeconds + " and "
                                + mostSeconds);
            }
        }

        /**
         * Add the time of other processes.
         *
         * @param other their time
         * @return the sum
         */
        public ProcessorTime plus(ProcessorTime other) {
            return new ProcessorTime(leastSeconds + other.leastSeconds, mostSeconds + other.mostSeconds);
        }
    }
}
