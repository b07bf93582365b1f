package dev.ipw.internal.wire;

import java.util.OptionalLong;

/**
 * The times of setting up a connection, without its exchange. A reused connection has none.
 *
 * @param lookupNanos  the look-up of the name of the server, or of its proxy
 * @param connectNanos until the TCP connection was established; with a proxy, until the tunnel was
 * @param tlsNanos     for the TLS handshake; empty without TLS
 */
public record ConnectionSetup(long lookupNanos, long connectNanos, OptionalLong tlsNanos) {
    /**
     * Returns the sum of the parts.
     *
     * @return nanoseconds from the start of the look-up until a request could be sent
     */
    public long totalNanos() {
        return lookupNanos + connectNanos + tlsNanos.orElse(0);
    }
}
