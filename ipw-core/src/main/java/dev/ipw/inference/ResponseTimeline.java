package dev.ipw.inference;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * The moments of one request in nanoseconds on one clock: {@link System#nanoTime()} while it runs, counted from the
 * run's monotonic anchor once it is kept. Latency counts from the intended start; service time counts from the send.
 *
 * @param intendedStartNanos     when the load wanted it to start
 * @param dispatch               how it got on its way
 * @param sentNanos              when the request had gone out; empty if it never did
 * @param firstByteNanos         when the first byte came
 * @param firstTokenNanos        when the first token of any kind came
 * @param firstVisibleTokenNanos when the first token of the visible answer came
 * @param lastTokenNanos         when the last chunk with tokens came
 * @param endNanos               when the response ended, or the request failed
 * @param chunkNanos             when each chunk with tokens came, in order
 */
public record ResponseTimeline(long intendedStartNanos, DispatchTimings dispatch, OptionalLong sentNanos,
        OptionalLong firstByteNanos, OptionalLong firstTokenNanos, OptionalLong firstVisibleTokenNanos,
        OptionalLong lastTokenNanos, long endNanos, long[] chunkNanos) {

    /** Copies the chunk times. */
    public ResponseTimeline {
        Objects.requireNonNull(dispatch, "dispatch");
        chunkNanos = chunkNanos.clone();
    }

    /**
     * Holds the moments of a request that was taken up at its intended start and sent at the first try.
     *
     * @param intendedStartNanos     when the load wanted it to start
     * @param sentNanos              when the request had gone out; empty if it never did
     * @param firstByteNanos         when the first byte came
     * @param firstTokenNanos        when the first token of any kind came
     * @param firstVisibleTokenNanos when the first token of the visible answer came
     * @param lastTokenNanos         when the last chunk with tokens came
     * @param endNanos               when the response ended, or the request failed
     * @param chunkNanos             when each chunk with tokens came, in order
     */
    public ResponseTimeline(long intendedStartNanos, OptionalLong sentNanos, OptionalLong firstByteNanos,
            OptionalLong firstTokenNanos, OptionalLong firstVisibleTokenNanos, OptionalLong lastTokenNanos,
            long endNanos, long[] chunkNanos) {
        this(intendedStartNanos, DispatchTimings.at(intendedStartNanos), sentNanos, firstByteNanos, firstTokenNanos,
                firstVisibleTokenNanos, lastTokenNanos, endNanos, chunkNanos);
    }

    /**
     * Drops the times of single chunks, of which there may be too many to keep.
     *
     * @return a copy without the chunks' times
     */
    public ResponseTimeline withoutChunks() {
        return new ResponseTimeline(intendedStartNanos, dispatch, sentNanos, firstByteNanos, firstTokenNanos,
                firstVisibleTokenNanos, lastTokenNanos, endNanos, new long[0]);
    }

    /** Returns the times of the chunks with tokens. */
    @Override
    public long[] chunkNanos() {
        return chunkNanos.clone();
    }

    /**
     * Returns when the request began to use the machine: the send, or the intended start if it never went out.
     *
     * @return nanoseconds on the timeline's clock
     */
    public long serviceStartNanos() {
        return sentNanos.orElse(intendedStartNanos);
    }

    /**
     * Returns whether the moments are in order: intended start, dispatch, last try, send, first byte, tokens, end.
     *
     * @return false if one of them lies before an earlier one
     */
    public boolean isOrdered() {
        long last = intendedStartNanos;
        for (OptionalLong moment : List.of(OptionalLong.of(dispatch.takenUpNanos()), dispatch.lastTryNanos(),
                sentNanos, firstByteNanos, firstTokenNanos)) {
            if (moment.isPresent() && moment.getAsLong() < last) {
                return false;
            }
            last = moment.orElse(last);
        }
        for (long chunk : chunkNanos) {
            if (chunk < last) {
                return false;
            }
            last = chunk;
        }
        return endNanos >= last;
    }

    /**
     * Shifts all moments to another origin.
     *
     * @param zeroNanos the moment that becomes zero, on this timeline's clock
     * @return the same moments, counted from there
     */
    public ResponseTimeline countedFrom(long zeroNanos) {
        return new ResponseTimeline(intendedStartNanos - zeroNanos, dispatch.countedFrom(zeroNanos),
                countedFrom(sentNanos, zeroNanos), countedFrom(firstByteNanos, zeroNanos),
                countedFrom(firstTokenNanos, zeroNanos),
                countedFrom(firstVisibleTokenNanos, zeroNanos), countedFrom(lastTokenNanos, zeroNanos),
                endNanos - zeroNanos, Arrays.stream(chunkNanos).map(nanos -> nanos - zeroNanos).toArray());
    }

    private static OptionalLong countedFrom(OptionalLong moment, long zeroNanos) {
        return moment.isEmpty() ? moment : OptionalLong.of(moment.getAsLong() - zeroNanos);
    }

    /** Compares all moments, the chunks' included. */
    @Override
    public boolean equals(Object other) {
        return other instanceof ResponseTimeline that && intendedStartNanos == that.intendedStartNanos
                && dispatch.equals(that.dispatch) && endNanos == that.endNanos && sentNanos.equals(that.sentNanos)
                && firstByteNanos.equals(that.firstByteNanos) && firstTokenNanos.equals(that.firstTokenNanos)
                && firstVisibleTokenNanos.equals(that.firstVisibleTokenNanos)
                && lastTokenNanos.equals(that.lastTokenNanos) && Arrays.equals(chunkNanos, that.chunkNanos);
    }

    /** Hashes the moments that differ most. */
    @Override
    public int hashCode() {
        return Long.hashCode(intendedStartNanos) * 31 + Long.hashCode(endNanos);
    }
}
