package dev.ipw.internal.wire;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The head of a response.
 *
 * @param modern         whether it is HTTP/1.1; an older one closes its connection unless it announces otherwise
 * @param status         the status code
 * @param fields         all values of each header field, by its name in lower case
 * @param firstByteNanos when its first byte was read
 */
record ResponseHead(boolean modern, int status, Map<String, List<String>> fields, long firstByteNanos) {
    private static final String TIMEOUT = "timeout=";

    /** Returns the last value of each field. */
    Map<String, String> headers() {
        Map<String, String> headers = new HashMap<>();
        fields.forEach((name, values) -> headers.put(name, values.getLast()));
        return headers;
    }

    /** Returns the members of a field that is a list, over all its lines, in lower case. */
    List<String> members(String name) {
        List<String> members = new ArrayList<>();
        for (String value : fields.getOrDefault(name, List.of())) {
            for (String member : value.split(",", -1)) {
                members.add(member.strip().toLowerCase(Locale.ROOT));
            }
        }
        return members;
    }

    /** Returns whether the server leaves the connection open. */
    boolean keepsOpen() {
        List<String> wishes = members("connection");
        return !wishes.contains("close") && (modern || wishes.contains("keep-alive"));
    }

    /** Returns how long the connection may be idle, if the server allows less than the usual time. */
    Duration keepsFor(Duration usual) {
        for (String parameter : members("keep-alive")) {
            String seconds = parameter.startsWith(TIMEOUT) ? parameter.substring(TIMEOUT.length()) : "";
            if (seconds.matches("\\d{1,6}")) {
                // A second of margin: the server counts from an earlier moment than we do.
                Duration keepAlive = Duration.ofSeconds(Long.parseLong(seconds) - 1);
                return keepAlive.compareTo(usual) < 0 ? keepAlive : usual;
            }
        }
        return usual;
    }
}
