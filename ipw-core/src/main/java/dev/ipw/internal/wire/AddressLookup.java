package dev.ipw.internal.wire;

import java.io.IOException;
import java.net.InetAddress;

/** A look-up of a server's addresses. Implementations must allow calls from many threads at once. */
@FunctionalInterface
public interface AddressLookup {
    /**
     * Looks up the addresses of a server, each time a connection to it is opened.
     *
     * @param host a name, or an address as text
     * @return its addresses in the order in which they are tried, at least one
     * @throws IOException if the name is unknown or not allowed; the message gives the reason
     */
    InetAddress[] addresses(String host) throws IOException;
}
