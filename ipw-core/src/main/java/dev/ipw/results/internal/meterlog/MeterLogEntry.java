package dev.ipw.results.internal.meterlog;

import dev.ipw.telemetry.RunClock;
import java.util.List;
import java.util.Optional;

/** A line of a meter's log. */
public sealed interface MeterLogEntry
        permits MeterLogEntry.Segment, MeterLogEntry.Begun, MeterLogEntry.Block, LoggedRequest {
    /** The nanoseconds of a microsecond. */
    long MICRO = 1_000;

    /**
     * The first line of a segment.
     *
     * @param number          the number of the segment, from 1
     * @param sinceEpochNanos when the log was begun, in nanoseconds since 1970
     * @param totals          the sums of everything before this segment
     * @param process         the process that measures; empty before its first block
     * @param lost            the blocks that are in the sums, but in no segment
     */
    record Segment(int number, long sinceEpochNanos, MeterLogTotals totals, Optional<Begun> process,
            Optional<Lost> lost) implements MeterLogEntry {}

    /**
     * Blocks that could not be written.
     *
     * @param afterBlock the last block that was written before them
     * @param untilBlock the last of them
     * @param reason     the reason
     */
    record Lost(long afterBlock, long untilBlock, String reason) {}

    /**
     * A process that began to measure.
     *
     * @param number     its number, from 1
     * @param clock      its clock
     * @param boot       the unique name of the machine's boot; empty if it has none
     * @param beginNanos the begin of its first block, by its nanoTime
     */
    record Begun(int number, RunClock clock, Optional<String> boot, long beginNanos) implements MeterLogEntry {
        /** Converts microseconds since the anchor to nanoTime. */
        public long nanoTime(long micros) {
            return clock.nanoTime(micros * MICRO);
        }

        /** Converts nanoTime to microseconds since the anchor. */
        public long micros(long nanoTime) {
            return clock.sinceAnchor(nanoTime) / MICRO;
        }

        /** Converts microseconds since the anchor to nanoseconds since 1970. */
        public long epochNanos(long micros) {
            return clock.epochAnchorNanos() + micros * MICRO;
        }
    }

    /**
     * A block of time that is divided for good, with the facts from which it was.
     *
     * @param number     its number in the log, from 1
     * @param fromMicros its start, in microseconds since the anchor of the process's clock
     * @param toMicros   its end
     * @param readings   the readings that came since the block before
     * @param devices    the numbers of the series that were divided, in order
     * @param events     the events of requests since the block before, in order
     * @param parts      the division of each device
     * @param shares     the joules of each request
     * @param labels     the joules of each model and tenant
     * @param open       the number of requests that are not final after it
     */
    record Block(long number, long fromMicros, long toMicros, List<LoggedReadings> readings, List<Integer> devices,
            List<LoggedEvents> events, List<LoggedPart> parts, List<LoggedShare> shares, List<Label> labels,
            int open) implements MeterLogEntry {}

    /**
     * The joules of a model and a tenant.
     *
     * @param model        the model
     * @param tenant       the tenant
     * @param joules       the joules of its requests
     * @param promptJoules the part of them that is known to be of prompts
     * @param answerJoules the part of them that is known to be of answers
     */
    record Label(String model, String tenant, double joules, double promptJoules, double answerJoules) {}
}
