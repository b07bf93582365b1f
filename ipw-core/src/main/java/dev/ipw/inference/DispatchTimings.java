package dev.ipw.inference;

import dev.ipw.inference.ResponseSink.ConnectionTimes;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.apiguardian.api.API;

/**
 * The times between a request's intended start and its send, and who answered it.
 *
 * @param takenUpNanos its start, on the clock of its {@link ResponseTimeline}
 * @param retries      the number of retries
 * @param lastTryNanos the start of the last try; empty if there was only one
 * @param connection   the times of the connection setup of the last try; empty if an earlier connection was reused, or
 *                     they are unknown
 * @param replica      the server's replica that answered the last try, as a response header names it; empty if none was
 *                     looked for or found
 */
@API(status = API.Status.EXPERIMENTAL)
public record DispatchTimings(long takenUpNanos, int retries, OptionalLong lastTryNanos,
        Optional<ConnectionTimes> connection, Optional<String> replica) {
    /** Rejects nulls, and retries that do not agree with the last try. */
    public DispatchTimings {
        Objects.requireNonNull(connection, "connection");
        Objects.requireNonNull(replica, "replica");
        if (retries < 0 || lastTryNanos.isPresent() != retries > 0) {
            throw new IllegalArgumentException("The moment of the last try belongs to retries, not to " + retries);
        }
    }

    /**
     * Describes a request of which no replica is known.
     *
     * @param takenUpNanos its start
     * @param retries      the number of retries
     * @param lastTryNanos the start of the last try; empty if there was only one
     * @param connection   the times of the connection setup of the last try
     */
    public DispatchTimings(long takenUpNanos, int retries, OptionalLong lastTryNanos,
            Optional<ConnectionTimes> connection) {
        this(takenUpNanos, retries, lastTryNanos, connection, Optional.empty());
    }

    /**
     * Describes a request of which only the time of its dispatch is known.
     *
     * @param takenUpNanos its start
     * @return its timings
     */
    public static DispatchTimings at(long takenUpNanos) {
        return new DispatchTimings(takenUpNanos, 0, OptionalLong.empty(), Optional.empty());
    }

    /**
     * Shifts the moments to another zero.
     *
     * @param zeroNanos the moment that becomes zero
     * @return the same moments, counted from there
     */
    DispatchTimings countedFrom(long zeroNanos) {
        return new DispatchTimings(takenUpNanos - zeroNanos, retries,
                lastTryNanos.isPresent() ? OptionalLong.of(lastTryNanos.getAsLong() - zeroNanos) : lastTryNanos,
                connection, replica);
    }
}
