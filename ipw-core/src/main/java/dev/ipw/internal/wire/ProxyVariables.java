package dev.ipw.internal.wire;

import dev.ipw.error.ConfigurationException;
import java.io.IOException;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The proxies that the variables {@code HTTP_PROXY}, {@code HTTPS_PROXY} and {@code ALL_PROXY} name, for all servers
 * except those of {@code NO_PROXY} and of this machine. The names in lower case take precedence. Each is read when a
 * server needs it. A proxy in Java's own properties takes precedence over them.
 */
public final class ProxyVariables extends ProxySelector {
    /** The selector that selects no proxy. */
    static final ProxySelector NONE = ProxySelector.of(null);

    private final Optional<Variable> http;
    private final Optional<Variable> https;
    private final NoProxy exceptions;

    private ProxyVariables(Optional<Variable> http, Optional<Variable> https, NoProxy exceptions) {
        this.http = http;
        this.https = https;
        this.exceptions = exceptions;
    }

    /**
     * Reads the variables.
     *
     * @param variables environment variables
     * @return the proxies; empty if no variable names one
     */
    public static Optional<ProxySelector> of(Map<String, String> variables) {
        Optional<Variable> all = variable(variables, "ALL_PROXY");
        Optional<Variable> http = variable(variables, "HTTP_PROXY").or(() -> all);
        Optional<Variable> https = variable(variables, "HTTPS_PROXY").or(() -> all);
        return http.isEmpty() && https.isEmpty()
                ? Optional.empty()
                : Optional.of(new ProxyVariables(http, https, new NoProxy(value(variables, "NO_PROXY").orElse(""))));
    }

    private static Optional<Variable> variable(Map<String, String> variables, String name) {
        return value(variables, name).map(address -> new Variable(name, address));
    }

    private static Optional<String> value(Map<String, String> variables, String name) {
        return Optional.ofNullable(variables.get(name.toLowerCase(Locale.ROOT))).filter(text -> !text.isBlank())
                .or(() -> Optional.ofNullable(variables.get(name)).filter(text -> !text.isBlank()));
    }

    /**
     * Selects the proxies for a server.
     *
     * @throws ConfigurationException if its variable names no usable proxy
     */
    @Override
    public List<Proxy> select(URI uri) {
        ProxySelector java = ProxySelector.getDefault();
        List<Proxy> byJava = java == null || java == this ? List.of() : java.select(uri);
        if (byJava != null && byJava.stream().anyMatch(proxy -> proxy.type() != Proxy.Type.DIRECT)) {
            return byJava;
        }
        Route direct = Route.to(uri, NONE);
        Optional<Variable> proxy = direct.tls() ? https : http;
        return List.of(proxy.filter(known -> !exceptions.holds(direct.host(), direct.port())).map(Variable::proxy)
                .orElse(Proxy.NO_PROXY));
    }

    @Override
    public void connectFailed(URI uri, SocketAddress address, IOException broken) {
        // There is no alternative route.
    }

    private record Variable(String name, String address) {
        Proxy proxy() {
            try {
                return ProxyAddress.parse(name, address);
            } catch (ConfigurationException wrong) {
                throw new ConfigurationException(wrong.getMessage()
                        + ", or go around it: give the client proxy=none, or name the server in NO_PROXY", wrong);
            }
        }
    }
}
