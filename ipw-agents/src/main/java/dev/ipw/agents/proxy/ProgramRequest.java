package dev.ipw.agents.proxy;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A request of a program.
 *
 * @param method     such as {@code POST}
 * @param path       the part after the version, such as {@code /chat/completions}; decoded and canonical
 * @param hasVersion whether the version preceded it
 * @param query      the part after the question mark; empty if absent
 * @param headers    header fields by name in lower case, including the key
 * @param body       the body; empty bytes without a body
 * @param pathKey    the key in the path; empty if it contains none
 * @param isModern   whether it is HTTP/1.1; an older program accepts no chunks
 */
record ProgramRequest(String method, String path, boolean hasVersion, Optional<String> query,
        Map<String, String> headers, byte[] body,
        Optional<String> pathKey, boolean isModern) {
    private static final String KEY_PATH = "/k/";
    private static final String VERSION_PATH = "/v1";
    private static final String BEARER = "bearer ";
    private static final String GOOGLE_KEY = "x-goog-api-key";
    /** The substitute for a request that could not be read. */
    static final ProgramRequest UNREAD = new ProgramRequest("POST", "", false, Optional.empty(), Map.of(), new byte[0],
            Optional.empty(), true);

    /**
     * Parses the target of a request, whose body is not read yet.
     *
     * @throws Refusal if it has no path that means the same to every server
     */
    static ProgramRequest of(String method, String target, Map<String, String> headers, boolean isModern)
            throws Refusal {
        int question = target.indexOf('?');
        String path = NormalPath.of(question < 0 ? target : target.substring(0, question));
        Optional<String> query = question < 0 ? Optional.empty() : Optional.of(target.substring(question + 1));
        Optional<String> key = Optional.empty();
        if (path.startsWith(KEY_PATH)) {
            int end = path.indexOf('/', KEY_PATH.length());
            int keyEnd = end < 0 ? path.length() : end;
            key = Optional.of(path.substring(KEY_PATH.length(), keyEnd));
            path = path.substring(keyEnd);
        }
        boolean hasVersion = path.equals(VERSION_PATH) || path.startsWith(VERSION_PATH + "/");
        return new ProgramRequest(method, hasVersion ? path.substring(VERSION_PATH.length()) : path,
                hasVersion, query, headers, new byte[0], key, isModern);
    }

    /** Returns the same request with its body. */
    ProgramRequest withBody(byte[] read) {
        return new ProgramRequest(method, path, hasVersion, query, headers, read, pathKey, isModern);
    }

    /** Returns the same request as one after which the connection is closed. */
    ProgramRequest closing() {
        Map<String, String> closing = new HashMap<>(headers);
        closing.put("connection", "close");
        return new ProgramRequest(method, path, hasVersion, query, closing, body, pathKey, isModern);
    }

    /** Returns the key that the program sends, from any of its places. */
    Optional<String> key() {
        String authorization = headers.getOrDefault("authorization", "");
        if (pathKey.isPresent()) {
            return pathKey;
        }
        for (String name : new String[]{"x-api-key", GOOGLE_KEY}) {
            if (headers.containsKey(name)) {
                return Optional.of(headers.get(name));
            }
        }
        return authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())
                ? Optional.of(authorization.substring(BEARER.length()).strip())
                : Optional.ofNullable(headers.get("api-key"));
    }

    /** Returns whether the program uses the protocol of Anthropic's clients, so that errors have their form. */
    boolean isAnthropic() {
        return headers.containsKey("anthropic-version") || path.equals("/messages") || path.startsWith("/messages/");
    }

    /** Returns whether the program uses the protocol of Google's clients of Gemini. */
    boolean isGoogle() {
        return headers.containsKey(GOOGLE_KEY) || path.startsWith("/v1beta/") || path.startsWith("/v1alpha/");
    }

    /** Returns whether only the head of a response is requested. */
    boolean wantsHeadOnly() {
        return method.equals("HEAD");
    }

    /** Returns whether the program leaves the connection open. */
    boolean keepsOpen() {
        return isModern && !headers.getOrDefault("connection", "").toLowerCase(Locale.ROOT).contains("close");
    }

    /** Returns a text without headers, query and key. */
    @Override
    public String toString() {
        return method + " " + path;
    }
}
