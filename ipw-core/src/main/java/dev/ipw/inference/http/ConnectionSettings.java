package dev.ipw.inference.http;

import java.net.ProxySelector;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import javax.net.ssl.SSLContext;

/**
 * The settings of a client that a gateway, a proxy or a company's network asks for.
 *
 * @param headers      further header fields of every request, by name in any case; their values are secrets
 * @param apiKeyHeader the header field that carries the API key; empty for that of the API
 * @param tls          whom the client trusts and by which certificate it is known; empty for the JVM's own
 * @param proxies      say which proxy is on the way; empty for those of the JVM
 */
public record ConnectionSettings(Map<String, String> headers, Optional<String> apiKeyHeader, Optional<SSLContext> tls,
        Optional<ProxySelector> proxies) {
    /** Copies the headers and rejects nulls. */
    public ConnectionSettings {
        Map<String, String> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        copy.putAll(headers);
        headers = Collections.unmodifiableMap(copy);
        Objects.requireNonNull(apiKeyHeader, "apiKeyHeader");
        Objects.requireNonNull(tls, "tls");
        Objects.requireNonNull(proxies, "proxies");
    }

    /** Names the headers, and shows no value. */
    @Override
    public String toString() {
        return "ConnectionSettings[headers=" + headers.keySet() + ", apiKeyHeader=" + apiKeyHeader + "]";
    }
}
