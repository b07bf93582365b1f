package dev.ipw.telemetry.recorded;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The parts of a column's name: {@code power.draw [W]}, {@code power_w} and {@code Power (W)} are all a power in watts.
 *
 * @param text the name in the file
 * @param base the name in lower case, words joined by underscores, without its unit
 * @param last the text after the last underscore or in brackets, which may be a unit
 */
record ColumnName(String text, String base, Optional<String> last) {
    private static final Pattern BRACKETED = Pattern.compile("(.*?)\\s*[\\[(]([^\\])]*)[\\])]");

    static ColumnName of(String text) {
        String stripped = text.strip().toLowerCase(Locale.ROOT);
        Matcher bracketed = BRACKETED.matcher(stripped);
        if (bracketed.matches()) {
            return new ColumnName(text, joined(bracketed.group(1)), Optional.of(bracketed.group(2).strip()));
        }
        String name = joined(stripped);
        int underscore = name.lastIndexOf('_');
        return underscore < 0
                ? new ColumnName(text, name, Optional.empty())
                : new ColumnName(text, name.substring(0, underscore), Optional.of(name.substring(underscore + 1)));
    }

    private static String joined(String words) {
        return words.strip().replaceAll("\\s+", "_");
    }

    /** Returns the whole name, for names whose last word is not a unit. */
    String whole() {
        return joined(text.strip().toLowerCase(Locale.ROOT));
    }
}
