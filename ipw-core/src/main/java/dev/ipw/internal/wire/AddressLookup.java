package dev.ipw.internal.wire;

import java.io.IOException;
import java.net.InetAddress;

/** Look up where a server is. Implementations are safe to use from many threads at once. */
@FunctionalInterface
public interface AddressLookup {
    /**
     * Looks up the addresses of a server, each time a connection to it is opened.
     *
     * @param host a name, or an address as text
     * @return its addresses in the order in which they are tried, at least one
     * @throws IOException if the name is unknown or may not be asked; the message says why
     */
    InetAddress[] addresses(String host) throws IOException;
}
