package dev.ipw.inference.relay;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A request of a client.
 *
 * @param method     such as {@code POST}
 * @param path       the part after the version, such as {@code /chat/completions}; decoded and canonical
 * @param hasVersion whether the version preceded it
 * @param query      the part after the question mark; empty if absent
 * @param headers    header fields by name in lower case, including the key
 * @param body       the body; empty bytes without a body
 * @param pathKey    the key in the path; empty if it contains none
 * @param isModern   whether it is HTTP/1.1; an older client accepts no chunks
 */
public record ClientRequest(String method, String path, boolean hasVersion, Optional<String> query,
        Map<String, String> headers, byte[] body,
        Optional<String> pathKey, boolean isModern) {
    /** Header fields in which clients send their key, by name in lower case. */
    public static final Set<String> KEY_HEADERS = Set.of("authorization", "x-api-key", "api-key", "x-goog-api-key");
    /** The start of the path of OpenAI's and Anthropic's APIs. */
    public static final String VERSION_PATH = "/v1";

    private static final String KEY_PATH = "/k/";
    private static final String BEARER = "bearer ";
    private static final String GOOGLE_KEY = "x-goog-api-key";
    /** Header fields of one connection, and of the transport. */
    private static final Set<String> OF_CONNECTION = Set.of("host", "connection", "keep-alive", "content-length",
            "transfer-encoding", "te", "trailer", "expect", "upgrade", "proxy-connection", "proxy-authorization",
            "accept-encoding");
    /** The substitute for a request that could not be read. */
    static final ClientRequest UNREAD = new ClientRequest("POST", "", false, Optional.empty(), Map.of(), new byte[0],
            Optional.empty(), true);

    /**
     * Parses the target of a request, whose body is not read yet.
     *
     * @param isKeyInPath whether the path may begin with a key
     * @throws Refusal if it has no path that means the same to every server
     */
    static ClientRequest of(String method, String target, Map<String, String> headers, boolean isModern,
            boolean isKeyInPath) throws Refusal {
        int question = target.indexOf('?');
        String path = NormalPath.of(question < 0 ? target : target.substring(0, question));
        Optional<String> query = question < 0 ? Optional.empty() : Optional.of(target.substring(question + 1));
        Optional<String> key = Optional.empty();
        if (isKeyInPath && path.startsWith(KEY_PATH)) {
            int end = path.indexOf('/', KEY_PATH.length());
            int keyEnd = end < 0 ? path.length() : end;
            key = Optional.of(path.substring(KEY_PATH.length(), keyEnd));
            path = path.substring(keyEnd);
        }
        boolean hasVersion = path.equals(VERSION_PATH) || path.startsWith(VERSION_PATH + "/");
        return new ClientRequest(method, hasVersion ? path.substring(VERSION_PATH.length()) : path,
                hasVersion, query, headers, new byte[0], key, isModern);
    }

    /** Returns the same request with its body. */
    ClientRequest withBody(byte[] read) {
        return new ClientRequest(method, path, hasVersion, query, headers, read, pathKey, isModern);
    }

    /** Returns the same request as one after which the connection is closed. */
    ClientRequest closing() {
        Map<String, String> closing = new HashMap<>(headers);
        closing.put("connection", "close");
        return new ClientRequest(method, path, hasVersion, query, closing, body, pathKey, isModern);
    }

    /**
     * Returns the key that the client sends, from any of its places.
     *
     * @return the key; empty without one
     */
    public Optional<String> key() {
        if (pathKey.isPresent()) {
            return pathKey;
        }
        for (String name : new String[]{"x-api-key", GOOGLE_KEY}) {
            if (headers.containsKey(name)) {
                return Optional.of(headers.get(name));
            }
        }
        String authorization = headers.getOrDefault("authorization", "");
        return authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())
                ? Optional.of(authorization.substring(BEARER.length()).strip())
                : Optional.ofNullable(headers.get("api-key"));
    }

    /**
     * Returns the path with its version, as the client sent it.
     *
     * @return a canonical path, not encoded
     */
    public String wholePath() {
        return (hasVersion ? VERSION_PATH : "") + path;
    }

    /**
     * Returns a path in the form of an address.
     *
     * @param path a canonical path
     * @return the path with other characters encoded
     */
    public static String encoded(String path) {
        return NormalPath.encoded(path);
    }

    /**
     * Returns the header fields for the server: all but those of the connection.
     *
     * @return values by name in lower case, including the client's key
     */
    public Map<String, String> headersToPass() {
        Set<String> named = Set.copyOf(Arrays.stream(headers.getOrDefault("connection", "").split(","))
                .map(name -> name.strip().toLowerCase(Locale.ROOT)).toList());
        Map<String, String> passed = new LinkedHashMap<>();
        headers.forEach((name, value) -> {
            if (!OF_CONNECTION.contains(name) && !named.contains(name)) {
                passed.put(name, value);
            }
        });
        return passed;
    }

    /**
     * Returns whether the client uses the protocol of Anthropic's clients, so that errors have their form.
     *
     * @return true if its headers or its path are those of Anthropic
     */
    public boolean isAnthropic() {
        return headers.containsKey("anthropic-version") || path.equals("/messages") || path.startsWith("/messages/");
    }

    /**
     * Returns whether the client uses the protocol of Google's clients of Gemini.
     *
     * @return true if its headers or its path are those of Google
     */
    public boolean isGoogle() {
        return headers.containsKey(GOOGLE_KEY) || path.startsWith("/v1beta/") || path.startsWith("/v1alpha/");
    }

    /**
     * Returns whether the client uses Ollama's own API.
     *
     * @return true if its path is one of Ollama
     */
    public boolean isOllama() {
        return !hasVersion && path.startsWith("/api/");
    }

    /** Returns whether only the head of a response is requested. */
    boolean wantsHeadOnly() {
        return method.equals("HEAD");
    }

    /** Returns whether the client leaves the connection open. */
    boolean keepsOpen() {
        return isModern && !headers.getOrDefault("connection", "").toLowerCase(Locale.ROOT).contains("close");
    }

    /** Returns a text without headers, query and key. */
    @Override
    public String toString() {
        return method + " " + path;
    }
}
