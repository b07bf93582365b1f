package dev.ipw.report.head;

import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.report.markup.DimensionWords;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The parser of service levels in the form of a series' file, so that a page can describe them. */
public final class SloWords {
    /** Their key in the report. */
    public static final String KEY = "service_levels";

    private static final Pattern LEVEL = Pattern.compile("([a-z0-9_]+) (<=|>=) ([0-9.Ee+-]+) ?(\\S*)");

    private SloWords() {}

    /**
     * Parses service levels.
     *
     * @param text for example {@code time_to_first_token <= 0.2 s, energy_joules <= 40.0 J}
     * @return each with words, relation, value and unit; empty if the text has another form
     */
    public static List<Map<String, @Nullable Object>> of(String text) {
        List<Map<String, @Nullable Object>> levels = new ArrayList<>();
        for (String part : text.split(", ", -1)) {
            Matcher level = LEVEL.matcher(part);
            if (!level.matches()) {
                return List.of();
            }
            String words = DimensionWords.ofLabel(level.group(1));
            levels.add(TreeBuilder.object()
                    .put("words", words.substring(0, 1).toLowerCase(Locale.ROOT) + words.substring(1))
                    .put("relation", level.group(2).equals("<=") ? "at most" : "at least")
                    .put("value", Double.parseDouble(level.group(3))).put("unit", level.group(4)).build());
        }
        return levels;
    }
}
