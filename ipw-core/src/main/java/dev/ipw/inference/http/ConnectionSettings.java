package dev.ipw.inference.http;

import dev.ipw.internal.secret.KnownSecret;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The settings of a client that a gateway, a proxy or a company's network asks for.
 *
 * @param headers      further header fields of every request, by name in any case; their values are secrets
 * @param apiKeyHeader the header field that carries the API key; empty for that of the API
 */
public record ConnectionSettings(Map<String, String> headers, Optional<String> apiKeyHeader) {
    /** No choice. */
    static final ConnectionSettings NONE = new ConnectionSettings(Map.of(), Optional.empty());

    /** Copy the headers and refuse nulls. */
    public ConnectionSettings {
        Map<String, String> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        copy.putAll(headers);
        headers = Collections.unmodifiableMap(copy);
        Objects.requireNonNull(apiKeyHeader, "apiKeyHeader");
    }

    /**
     * List the secrets among the headers, so that they can be found in what a server sends: each value, and each word of one
     * that has several, such as a scheme and a token.
     *
     * @return the secrets
     */
    public List<KnownSecret> secrets() {
        List<KnownSecret> secrets = new ArrayList<>();
        headers.values().forEach(value -> {
            secrets.add(KnownSecret.of(value));
            List<String> words = List.of(value.split("\\s+"));
            words.stream().filter(word -> words.size() > 1).map(KnownSecret::of).forEach(secrets::add);
        });
        return secrets;
    }

    /** Name the headers, and show no value. */
    @Override
    public String toString() {
        return "ConnectionSettings[headers=" + headers.keySet() + ", apiKeyHeader=" + apiKeyHeader + "]";
    }
}
