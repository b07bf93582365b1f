package dev.ipw.report.view;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The address of a page: its path below the browser's root, and its parameters.
 *
 * @param path       names joined by slashes, without a leading one
 * @param parameters the parameters by name
 */
record PageAddress(String path, Map<String, String> parameters) {
    PageAddress {
        parameters = Map.copyOf(parameters);
    }

    /** Returns a parameter that is set to something. */
    Optional<String> parameter(String name) {
        return Optional.ofNullable(parameters.get(name)).filter(text -> !text.isBlank());
    }

    /** Returns the way from this page to the root: empty for a page at the root. */
    String toRoot() {
        return "../".repeat((int) path.chars().filter(letter -> letter == '/').count());
    }

    /** Returns a name as a part of an address. */
    static String segment(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20").replace("%7E", "~");
    }

    /** Returns parameters as the end of an address; empty without any. */
    static String query(Map<String, String> parameters) {
        Map<String, String> set = new LinkedHashMap<>(parameters);
        set.values().removeIf(String::isEmpty);
        return set.isEmpty()
                ? ""
                : set.entrySet().stream().map(one -> segment(one.getKey()) + "=" + segment(one.getValue()))
                        .collect(Collectors.joining("&", "?", ""));
    }
}
