package dev.ipw.internal.wire;

import java.net.ProxySelector;
import java.net.URI;
import java.util.Objects;
import java.util.Optional;
import javax.net.ssl.SSLSocketFactory;

/**
 * The ways by which a transport connects, where they are not the JDK's.
 *
 * @param direct  finds the addresses of a server past all proxies; empty to go as proxies say
 * @param tls     puts TLS around a socket; empty for the JVM's own
 * @param proxies say which proxy is on the way; empty for those of the JVM
 */
record Ways(Optional<AddressLookup> direct, Optional<SSLSocketFactory> tls, Optional<ProxySelector> proxies) {
    /** The ways of the JDK. */
    static final Ways USUAL = new Ways(Optional.empty(), Optional.empty(), Optional.empty());

    /** Returns the way to an address. */
    Route route(URI uri) {
        Route usual = Route.to(uri, proxies.orElseGet(
                () -> Objects.requireNonNullElse(ProxySelector.getDefault(), ProxyVariables.NONE)));
        return direct.isPresent() ? usual.direct() : usual;
    }
}
