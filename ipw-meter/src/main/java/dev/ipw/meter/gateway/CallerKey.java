package dev.ipw.meter.gateway;

import dev.ipw.inference.relay.ClientRequest;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** The key that a caller sends, in a header field or in the query, as Google's clients may. */
final class CallerKey {
    private static final String PARAMETER = "key=";

    private CallerKey() {}

    /** Returns the key of a request; empty without one. */
    static Optional<String> of(ClientRequest request) {
        return request.key().filter(key -> !key.isBlank())
                .or(() -> request.query().flatMap(query -> Arrays.stream(query.split("&"))
                        .filter(one -> one.startsWith(PARAMETER)).findFirst()
                        .map(one -> decoded(one.substring(PARAMETER.length())))));
    }

    private static String decoded(String value) {
        try {
            return URLDecoder.decode(value, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException notEncoded) {
            return value;
        }
    }

    /** Returns a query without a key. */
    static Optional<String> withoutKey(Optional<String> query) {
        return query.map(text -> Arrays.stream(text.split("&")).filter(one -> !one.startsWith(PARAMETER))
                .collect(Collectors.joining("&"))).filter(text -> !text.isEmpty());
    }
}
