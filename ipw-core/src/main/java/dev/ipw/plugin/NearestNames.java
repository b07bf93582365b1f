package dev.ipw.plugin;

import java.util.Collection;
import java.util.Comparator;
import java.util.stream.Collectors;

/** Find the names a person may have meant. */
final class NearestNames {
    private static final int MOST = 3;

    private NearestNames() {}

    /** Join the nearest of the names with "or"; empty if none is near. */
    static String of(String typed, Collection<String> names) {
        int allowed = Math.max(2, typed.length() / 3);
        return names.stream().filter(name -> near(typed, name, allowed)).sorted(
                Comparator.comparingInt((String name) -> distance(typed, name))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(MOST).map(name -> "'" + name + "'").collect(Collectors.joining(" or "));
    }

    private static boolean near(String typed, String name, int allowed) {
        boolean prefix = typed.length() >= 2 && (name.startsWith(typed) || typed.startsWith(name));
        return prefix || distance(typed, name) <= allowed;
    }

    /** Count single-character edits, Levenshtein's distance. */
    private static int distance(String left, String right) {
        int[] previous = new int[right.length() + 1];
        for (int column = 0; column <= right.length(); column++) {
            previous[column] = column;
        }
        for (int row = 1; row <= left.length(); row++) {
            int[] current = new int[right.length() + 1];
            current[0] = row;
            for (int column = 1; column <= right.length(); column++) {
                int substitution = previous[column - 1] + (left.charAt(row - 1) == right.charAt(column - 1) ? 0 : 1);
                current[column] = Math.min(substitution, Math.min(previous[column], current[column - 1]) + 1);
            }
            previous = current;
        }
        return previous[right.length()];
    }
}
