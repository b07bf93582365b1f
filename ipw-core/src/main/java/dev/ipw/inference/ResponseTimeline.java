package dev.ipw.inference;

import java.util.Arrays;
import java.util.OptionalLong;

/**
 * Hold the moments of one request as {@link System#nanoTime()}. Latency counts from the intended start; service time
 * counts from the send.
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
public record ResponseTimeline(long intendedStartNanos, OptionalLong sentNanos, OptionalLong firstByteNanos,
        OptionalLong firstTokenNanos, OptionalLong firstVisibleTokenNanos, OptionalLong lastTokenNanos, long endNanos,
        long[] chunkNanos) {

    /** Copy the chunk times. */
    public ResponseTimeline {
        chunkNanos = chunkNanos.clone();
    }

    /** Give the times of the chunks with tokens. */
    @Override
    public long[] chunkNanos() {
        return chunkNanos.clone();
    }

    /**
     * Tell when the request began to use the machine: the send, or the intended start if it never went out.
     *
     * @return a {@link System#nanoTime()}
     */
    public long serviceStartNanos() {
        return sentNanos.orElse(intendedStartNanos);
    }

    /** Compare all moments, the chunks' included. */
    @Override
    public boolean equals(Object other) {
        return other instanceof ResponseTimeline that && intendedStartNanos == that.intendedStartNanos
                && endNanos == that.endNanos && sentNanos.equals(that.sentNanos)
                && firstByteNanos.equals(that.firstByteNanos) && firstTokenNanos.equals(that.firstTokenNanos)
                && firstVisibleTokenNanos.equals(that.firstVisibleTokenNanos)
                && lastTokenNanos.equals(that.lastTokenNanos) && Arrays.equals(chunkNanos, that.chunkNanos);
    }

    /** Hash the moments that differ most. */
    @Override
    public int hashCode() {
        return Long.hashCode(intendedStartNanos) * 31 + Long.hashCode(endNanos);
    }
}
