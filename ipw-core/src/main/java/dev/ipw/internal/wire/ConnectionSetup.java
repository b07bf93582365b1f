package dev.ipw.internal.wire;

import java.util.OptionalLong;

/**
 * The times to set up a connection, except for its exchange. A connection that is used again takes none of it.
 *
 * @param lookupNanos  to look up the name of the server, or of the proxy on the way
 * @param connectNanos until the TCP connection stood; with a proxy, until the way through it did
 * @param tlsNanos     for the TLS handshake; empty without TLS
 */
public record ConnectionSetup(long lookupNanos, long connectNanos, OptionalLong tlsNanos) {
    /**
     * Adds the parts up.
     *
     * @return nanoseconds from the start of the look-up until a request could go out
     */
    public long totalNanos() {
        return lookupNanos + connectNanos + tlsNanos.orElse(0);
    }
}
