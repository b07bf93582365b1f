package dev.ipw.internal.wire;

import java.net.ProxySelector;
import java.net.URI;
import java.util.Objects;
import java.util.Optional;
import javax.net.ssl.SSLSocketFactory;

/**
 * The means by which a transport connects, if they are not the JDK's.
 *
 * @param direct  finds the addresses of a server without proxies; empty to use proxies
 * @param tls     adds TLS to a socket; empty for the JVM's own
 * @param proxies selects the proxy; empty for those of the JVM
 * @param loop    reads from the connections
 */
record Ways(Optional<AddressLookup> direct, Optional<SSLSocketFactory> tls, Optional<ProxySelector> proxies,
        ReadLoop loop) {
    /** The means of the JDK. */
    static final Ways USUAL = new Ways(Optional.empty(), Optional.empty(), Optional.empty(), ReadLoop.SHARED);

    /** Returns the route to an address. */
    Route route(URI uri) {
        Route usual = Route.to(uri, proxies.orElseGet(
                () -> Objects.requireNonNullElse(ProxySelector.getDefault(), ProxyVariables.NONE)));
        return direct.isPresent() ? usual.direct() : usual;
    }
}
