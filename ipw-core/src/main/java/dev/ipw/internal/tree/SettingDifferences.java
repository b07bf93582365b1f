package dev.ipw.internal.tree;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The differences between two lists of settings, by their paths in a tree. */
public final class SettingDifferences {
    /** The start of the paths that are shown without it. */
    private static final String PLAIN = "load.";

    private SettingDifferences() {}

    /** Returns a sentence for each setting that differs, in the order of their names. */
    public static List<String> between(Map<String, String> before, Map<String, String> after) {
        Set<String> names = new TreeSet<>(before.keySet());
        names.addAll(after.keySet());
        List<String> differences = new ArrayList<>();
        for (String name : names) {
            String first = before.getOrDefault(name, "none");
            String second = after.getOrDefault(name, "none");
            if (!first.equals(second)) {
                differences.add((name.startsWith(PLAIN) ? name.substring(PLAIN.length()) : name) + ": was " + first
                        + ", now " + second);
            }
        }
        return differences;
    }
}
