package dev.ipw.internal.wire;

import java.time.Duration;
import java.util.Objects;

/**
 * What clients can take of a server of this project, so that none keeps others out by silence.
 *
 * @param connections how many connections there may be at once; more are closed as they come
 * @param head        how long the head of a request may take to come, and the first one to begin
 * @param body        how long its body may take
 * @param idle        how long a connection may stay open without a request; where that is looked at now and then, up to twice as long
 */
public record ServingLimits(int connections, Duration head, Duration body, Duration idle) {
    /** Clients of programs in Rust and Go keep connections for 90 s, and should be the first to close them. */
    public static final ServingLimits DEFAULT = new ServingLimits(2_048, Duration.ofSeconds(10), Duration.ofMinutes(1),
            Duration.ofSeconds(100));

    /** Refuses limits that let nobody in. */
    public ServingLimits {
        Objects.requireNonNull(head, "head");
        Objects.requireNonNull(body, "body");
        Objects.requireNonNull(idle, "idle");
        if (connections < 1) {
            throw new IllegalArgumentException("A server needs at least one connection");
        }
    }

    /**
     * Changes the number of connections.
     *
     * @param most how many there may be at once
     * @return the other limits with it
     */
    public ServingLimits withConnections(int most) {
        return new ServingLimits(most, head, body, idle);
    }
}
