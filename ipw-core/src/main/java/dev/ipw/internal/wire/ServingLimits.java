package dev.ipw.internal.wire;

import java.time.Duration;

/**
 * The limits of clients of a server of this project, so that none keeps others out by being silent.
 *
 * @param connections the maximum number of connections at once; further ones are closed at once
 * @param head        the time limit for the head of a request, and for the first request to begin
 * @param body        the time limit for its body
 * @param idle        the time limit of a connection without a request; where it is checked only at intervals, up to
 *                    twice as long
 */
public record ServingLimits(int connections, Duration head, Duration body, Duration idle) {
    /** Clients of programs in Rust and Go keep connections for 90 s, and should be the first to close them. */
    public static final ServingLimits DEFAULT = new ServingLimits(2_048, Duration.ofSeconds(10), Duration.ofMinutes(1),
            Duration.ofSeconds(100));

    /** Rejects limits that exclude everybody. */
    public ServingLimits {
        if (connections < 1) {
            throw new IllegalArgumentException("A server needs at least one connection");
        }
    }

    /**
     * Changes the number of connections.
     *
     * @param most the maximum number at once
     * @return the changed limits
     */
    public ServingLimits withConnections(int most) {
        return new ServingLimits(most, head, body, idle);
    }
}
