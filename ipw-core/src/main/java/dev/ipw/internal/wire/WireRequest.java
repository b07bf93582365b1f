package dev.ipw.internal.wire;

import java.net.URI;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A request to be sent.
 *
 * @param method  the method, such as {@code POST}
 * @param uri     an absolute http or https address
 * @param headers header fields by name, sent in their order; may contain secrets
 * @param body    sent with a fixed length; empty for none. Not copied
 */
public record WireRequest(String method, URI uri, Map<String, String> headers, Optional<byte[]> body) {
    /** The supported methods; a response to any other may have no body where it seems to have one. */
    private static final Set<String> METHODS = Set.of("GET", "POST", "PUT", "PATCH", "DELETE");

    /** Copies the headers, and rejects values that would break the request. */
    public WireRequest {
        if (!METHODS.contains(method)) {
            throw new IllegalArgumentException("A request is one of " + METHODS + ", not " + method);
        }
        String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
        if (uri.getHost() == null || !(scheme.equals("http") || scheme.equals("https"))) {
            throw new IllegalArgumentException("A request needs an http or https address with a host");
        }
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
        HeaderRules.requireHarmless(headers);
    }

    /**
     * Creates a GET request.
     *
     * @param uri     its address
     * @param headers header fields by name
     * @return the request
     */
    public static WireRequest get(URI uri, Map<String, String> headers) {
        return new WireRequest("GET", uri, headers, Optional.empty());
    }

    /**
     * Creates a POST request.
     *
     * @param uri     where to
     * @param headers header fields by name
     * @param body    the body; not copied
     * @return the request
     */
    public static WireRequest post(URI uri, Map<String, String> headers, byte[] body) {
        return new WireRequest("POST", uri, headers, Optional.of(body));
    }

    /**
     * Returns whether another request has the same body.
     *
     * @param other the other request
     * @return true if it has
     */
    public boolean hasBodyOf(WireRequest other) {
        return Arrays.equals(body.orElse(new byte[0]), other.body.orElse(new byte[0]));
    }

    /** Returns the address without user and query, which may contain secrets. */
    String address() {
        return uri.getScheme() + "://" + uri.getHost() + (uri.getPort() < 0 ? "" : ":" + uri.getPort())
                + uri.getPath();
    }

    /** Omits headers and body: they may contain secrets. */
    @Override
    public String toString() {
        return method + " " + address();
    }
}
