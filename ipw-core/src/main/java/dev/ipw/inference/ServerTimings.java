package dev.ipw.inference;

import java.util.OptionalLong;

/**
 * Keep the durations that a server reports about itself. A server that reports zero does not know; such a value is
 * absent here.
 *
 * @param queueNanos      waiting for a slot, in nanoseconds
 * @param loadNanos       getting the model into memory, in nanoseconds; short if it was there already
 * @param promptNanos     reading the prompt, in nanoseconds
 * @param generationNanos generating the answer, in nanoseconds
 * @param totalNanos      the whole request as the server saw it, in nanoseconds; more than the sum of the others, which
 *                        need not name all of it
 */
public record ServerTimings(OptionalLong queueNanos, OptionalLong loadNanos, OptionalLong promptNanos,
        OptionalLong generationNanos, OptionalLong totalNanos) {
    private static final ServerTimings UNKNOWN = new ServerTimings(OptionalLong.empty(), OptionalLong.empty(),
            OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty());

    /**
     * Say that the server reported nothing.
     *
     * @return no timings
     */
    public static ServerTimings unknown() {
        return UNKNOWN;
    }
}
