package dev.ipw.inference;

import java.util.Objects;
import java.util.OptionalLong;

/**
 * Hold the times of setting up a request's connection. A request that goes out over a connection
 * from before has none of it.
 *
 * @param lookupNanos  to look up the name of the server, or of the proxy on the way
 * @param connectNanos until the TCP connection stood; with a proxy, until the way through it did
 * @param tlsNanos     for the TLS handshake; empty without TLS
 */
public record ConnectionTimes(long lookupNanos, long connectNanos, OptionalLong tlsNanos) {
    /** Refuse a missing handshake time. */
    public ConnectionTimes {
        Objects.requireNonNull(tlsNanos, "tlsNanos");
    }

    /**
     * Add the parts up.
     *
     * @return nanoseconds from the start of the look-up until a request could go out
     */
    public long totalNanos() {
        return lookupNanos + connectNanos + tlsNanos.orElse(0);
    }
}
