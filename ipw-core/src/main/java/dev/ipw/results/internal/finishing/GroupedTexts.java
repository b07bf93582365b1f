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
final class GroupedTexts {
    private static final Pattern NUMBER = Pattern
            .compile("(?<![\\w/:.-])\\d++(?:,\\d{3})*+(?:\\.\\d++)?+(?![\\w/:-]|\\.\\d)");

    private GroupedTexts() {}

    /**
     * Returns the first sentence of each kind, with the number of shards if it is there several times.
     *
     * @param shards the sentences of each shard
     * @param count  the number of all shards
     */
    static List<String> of(List<List<String>> shards, int count) {
        Map<String, List<Said>> kinds = new LinkedHashMap<>();
        for (int shard = 0; shard < shards.size(); shard++) {
            for (String sentence : shards.get(shard)) {
                kinds.computeIfAbsent(NUMBER.matcher(sentence).replaceAll("#"), first -> new ArrayList<>())
                        .add(new Said(shard, sentence));
            }
        }
        return kinds.values().stream().map(kind -> {
            long distinct = kind.stream().map(Said::shard).distinct().count();
            return kind.size() == 1
                    ? kind.getFirst().text
                    : (distinct == kind.size() ? "In " : kind.size() + " times in ") + distinct + " of " + count
                            + " shards, for example: " + kind.getFirst().text;
        }).toList();
    }

    private record Said(int shard, String text) {}
}
