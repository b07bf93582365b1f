package dev.ipw.inference.http;

import dev.ipw.error.ConfigurationException;
import java.net.ProxySelector;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import javax.net.ssl.SSLContext;
import org.apiguardian.api.API;

/**
 * The settings of a client that a gateway, a proxy or a company's network requires.
 *
 * @param headers      further header fields of every request, by name in any case; their values are secrets
 * @param apiKeyHeader the header field with the API key; empty for that of the API
 * @param tls          the trusted certificates and the client's own; empty for the JVM's
 * @param proxies      the choice of the proxy; empty for that of the JVM
 */
@API(status = API.Status.EXPERIMENTAL)
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

    /**
     * Creates the encryption of connections that trust the certificates of a file, in place of those that the JVM
     * trusts.
     *
     * @param file     in PEM, or a PKCS12 or JKS file
     * @param password the password of a PKCS12 or JKS file
     * @return the encryption
     * @throws ConfigurationException if the file cannot be read, or has no certificate
     */
    public static SSLContext trusting(Path file, Optional<String> password) {
        return new TlsStores(Optional.of(new StoreFile("trust_store", file, password)), Optional.empty()).context()
                .orElseThrow();
    }

    /** Returns the names of the headers, and no value. */
    @Override
    public String toString() {
        return "ConnectionSettings[headers=" + headers.keySet() + ", apiKeyHeader=" + apiKeyHeader + "]";
    }
}
