package dev.ipw.inference;

import dev.ipw.inference.ResponseSink.ConnectionTimes;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The times between a request's intended start and its send.
 *
 * @param takenUpNanos when it was taken up, on the clock of its {@link ResponseTimeline}
 * @param retries      how often it was tried again
 * @param lastTryNanos when the last try began; empty if there was only one
 * @param connection   what it took to set up the last try's connection; empty if one from before was used again, or it
 *                     is unknown
 */
public record DispatchTimings(long takenUpNanos, int retries, OptionalLong lastTryNanos,
        Optional<ConnectionTimes> connection) {
    /** Rejects nulls, and retries that do not agree with the last try. */
    public DispatchTimings {
        Objects.requireNonNull(connection, "connection");
        if (retries < 0 || lastTryNanos.isPresent() != retries > 0) {
            throw new IllegalArgumentException("The moment of the last try belongs to retries, not to " + retries);
        }
    }

    /**
     * Describes a request of which only the time of its dispatch is known.
     *
     * @param takenUpNanos when it was taken up
     * @return its timings
     */
    public static DispatchTimings at(long takenUpNanos) {
        return new DispatchTimings(takenUpNanos, 0, OptionalLong.empty(), Optional.empty());
    }

    /**
     * Counts the moments from another zero.
     *
     * @param zeroNanos the moment that becomes zero
     * @return the same moments, counted from there
     */
    DispatchTimings countedFrom(long zeroNanos) {
        return new DispatchTimings(takenUpNanos - zeroNanos, retries,
                lastTryNanos.isPresent() ? OptionalLong.of(lastTryNanos.getAsLong() - zeroNanos) : lastTryNanos,
                connection);
    }
}
