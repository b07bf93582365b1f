package dev.ipw.internal.wire;

import java.net.Proxy;
import java.net.ProxySelector;
import java.net.URI;
import java.util.List;
import java.util.Locale;

/**
 * The target and path of a connection: two requests with equal routes can use the same connection.
 *
 * @param tls     whether it is encrypted
 * @param host    the server's name or address, an IPv6 address without brackets
 * @param port    the server's port
 * @param proxies the proxies to try in order, at least one, from the proxy selector
 */
record Route(boolean tls, String host, int port, List<Proxy> proxies) {
    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

    /** Returns the route to an address by a proxy selector. */
    static Route to(URI uri, ProxySelector selector) {
        boolean tls = isTls(uri);
        List<Proxy> proxies = selector.select(uri);
        return new Route(tls, bareHost(uri.getHost()), port(uri),
                proxies == null || proxies.isEmpty() ? List.of(Proxy.NO_PROXY) : List.copyOf(proxies));
    }

    /** Returns the route without a proxy. */
    Route direct() {
        return new Route(tls, host, port, List.of(Proxy.NO_PROXY));
    }

    private static boolean isTls(URI uri) {
        return uri.getScheme().toLowerCase(Locale.ROOT).equals("https");
    }

    private static int port(URI uri) {
        int usual = isTls(uri) ? HTTPS_PORT : HTTP_PORT;
        return uri.getPort() < 0 ? usual : uri.getPort();
    }

    private static String bareHost(String host) {
        String lower = host.toLowerCase(Locale.ROOT);
        return lower.startsWith("[") ? lower.substring(1, lower.length() - 1) : lower;
    }

    /** Returns host and port in the form of a CONNECT. */
    String authority() {
        return written(host) + ":" + port;
    }

    /** Returns host and port in the form of a Host field: without the zone, and without a default port. */
    String hostField() {
        int usual = tls ? HTTPS_PORT : HTTP_PORT;
        return port == usual ? written(host) : authority();
    }

    private static String written(String host) {
        int zone = host.indexOf('%');
        String address = zone < 0 ? host : host.substring(0, zone);
        return address.contains(":") ? "[" + address + "]" : address;
    }
}
