package dev.ipw.report;

import dev.ipw.report.markup.Tree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The names and units of an analysis' figures, stored once if those of several runs are equal. */
final class ResultColumns {
    private static final List<String> LISTS = List.of("figures", "tables");
    private static final String FIRST = "runs.0.";

    private ResultColumns() {}

    /** Removes from a run the columns that equal those of the first run. */
    static Map<String, @Nullable Object> without(Map<String, @Nullable Object> run,
            Map<String, @Nullable Object> first) {
        Map<String, @Nullable Object> left = new LinkedHashMap<>(run);
        left.replaceAll(
                (analysis, result) -> result instanceof Map<?, ?> one && first.get(analysis) instanceof Map<?, ?> other
                        ? shortened(one, other)
                        : result);
        return left;
    }

    private static Map<?, ?> shortened(Map<?, ?> result, Map<?, ?> first) {
        Map<Object, @Nullable Object> left = new LinkedHashMap<>(result);
        LISTS.forEach(list -> left.computeIfPresent(list, (name, columns) -> columns.equals(first.get(name))
                ? null
                : columns));
        return left;
    }

    /**
     * Returns the key of a result's columns.
     *
     * @param result the key of the result
     * @param list   {@code figures} or {@code tables}
     * @return the key of its own, or of the first run's
     */
    static String key(Tree tree, String result, String list) {
        String own = result + "." + list;
        return tree.has(own) ? own : FIRST + result.substring(result.lastIndexOf('.') + 1) + "." + list;
    }
}
