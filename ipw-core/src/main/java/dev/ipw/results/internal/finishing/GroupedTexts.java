package dev.ipw.results.internal.finishing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Sentences of several shards, grouped by kind: those that differ in their numbers only are of one kind. Digits in a
 * name of a device, a machine or an address are no number.
 */
record GroupedTexts(Map<String, List<String>> kinds) {
    private static final Pattern NUMBER = Pattern
            .compile("(?<![\\w/:.-])\\d++(?:,\\d{3})*+(?:\\.\\d++)?+(?![\\w/:-]|\\.\\d)");

    static GroupedTexts of(List<String> sentences) {
        Map<String, List<String>> kinds = new LinkedHashMap<>();
        sentences.forEach(sentence -> kinds
                .computeIfAbsent(NUMBER.matcher(sentence).replaceAll("#"), first -> new ArrayList<>()).add(sentence));
        return new GroupedTexts(kinds);
    }

    /** Returns the first sentence of each kind, with the number of sentences of that kind if there are several. */
    List<String> sentences(String ofAll) {
        return kinds.values().stream()
                .map(kind -> kind.size() == 1
                        ? kind.getFirst()
                        : kind.size() + " " + ofAll + ", for example: " + kind.getFirst())
                .toList();
    }
}
