package dev.ipw.inference;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.apiguardian.api.API;

/**
 * The moments of one request in nanoseconds on one clock: {@link System#nanoTime()} while it runs, counted from the
 * run's monotonic anchor once it is kept. Latency counts from the intended start; service time counts from the send.
 *
 * @param intendedStartNanos     the start that the load intended
 * @param dispatch               its dispatch
 * @param sentNanos              the moment at which the request was sent completely; empty if it never was
 * @param firstByteNanos         the arrival of the first byte
 * @param firstTokenNanos        the arrival of the first token of any kind
 * @param firstVisibleTokenNanos the arrival of the first token of the visible answer
 * @param lastTokenNanos         the arrival of the last chunk with tokens
 * @param endNanos               when the response ended, or the request failed
 * @param chunkNanos             the arrival of each chunk with tokens, in order
 */
@API(status = API.Status.EXPERIMENTAL)
public record ResponseTimeline(long intendedStartNanos, DispatchTimings dispatch, OptionalLong sentNanos,
        OptionalLong firstByteNanos, OptionalLong firstTokenNanos, OptionalLong firstVisibleTokenNanos,
        OptionalLong lastTokenNanos, long endNanos, long[] chunkNanos) {

    /** Copies the chunk times. */
    public ResponseTimeline {
        Objects.requireNonNull(dispatch, "dispatch");
        chunkNanos = chunkNanos.clone();
    }

    /**
     * Creates the moments of a request that started as intended and was sent at the first try.
     *
     * @param intendedStartNanos     the start that the load intended
     * @param sentNanos              the moment at which the request was sent completely; empty if it never was
     * @param firstByteNanos         the arrival of the first byte
     * @param firstTokenNanos        the arrival of the first token of any kind
     * @param firstVisibleTokenNanos the arrival of the first token of the visible answer
     * @param lastTokenNanos         the arrival of the last chunk with tokens
     * @param endNanos               when the response ended, or the request failed
     * @param chunkNanos             the arrival of each chunk with tokens, in order
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
     * Returns when the request began to use the machine: the send, or the intended start if it was never sent.
     *
     * @return nanoseconds on the timeline's clock
     */
    public long serviceStartNanos() {
        return sentNanos.orElse(intendedStartNanos);
    }

    /**
     * Returns whether the moments are in order: intended start, dispatch, last try, send, first byte, tokens, end.
     *
     * @return false if one of them is before an earlier one
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

    /** Compares all moments, including the chunks'. */
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
