package dev.ipw.inference;

import java.util.OptionalLong;

/**
 * Keep the durations that a server reports about itself. A server that reports zero does not know; such a value is
 * absent here.
 *
 * @param queueNanos      waiting for a slot, in nanoseconds
 * @param promptNanos     reading the prompt, in nanoseconds
 * @param generationNanos generating the answer, in nanoseconds
 */
public record ServerTimings(OptionalLong queueNanos, OptionalLong promptNanos, OptionalLong generationNanos) {
    private static final ServerTimings UNKNOWN = new ServerTimings(OptionalLong.empty(), OptionalLong.empty(),
            OptionalLong.empty());

    /**
     * Say that the server reported nothing.
     *
     * @return no timings
     */
    public static ServerTimings unknown() {
        return UNKNOWN;
    }
}
