package dev.ipw.internal.names;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** The names that a user may have meant. */
public final class NearestNames {
    private static final int MAX = 3;

    private NearestNames() {}

    /**
     * Joins the nearest of the names with "or".
     *
     * @param typed the user's input
     * @param names the existing names
     * @return at most three names in quotes; an empty text if none is near
     */
    public static String of(String typed, Collection<String> names) {
        int allowed = Math.max(2, typed.length() / 3);
        return sorted(typed, names).stream().filter(name -> near(typed, name, allowed)).limit(MAX)
                .map(name -> "'" + name + "'").collect(Collectors.joining(" or "));
    }

    /**
     * Returns a question whether one of the nearest names was meant.
     *
     * @param typed the user's input
     * @param names the existing names
     * @return a question with a space before it; an empty text if none is near
     */
    public static String question(String typed, Collection<String> names) {
        String nearest = of(typed, names);
        return nearest.isEmpty() ? "" : " Did you mean " + nearest + "?";
    }

    /**
     * Sorts names by their distance.
     *
     * @param typed the user's input
     * @param names the existing names
     * @return all names, the nearest first
     */
    public static List<String> sorted(String typed, Collection<String> names) {
        return names.stream().sorted(
                Comparator.comparingInt((String name) -> distance(typed, name))
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
    }

    private static boolean near(String typed, String name, int allowed) {
        boolean prefix = typed.length() >= 2 && (name.startsWith(typed) || typed.startsWith(name));
        return prefix || distance(typed, name) <= allowed;
    }

    /** Returns the number of single-character edits, Levenshtein's distance. */
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
