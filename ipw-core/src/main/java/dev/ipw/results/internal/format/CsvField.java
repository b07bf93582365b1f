package dev.ipw.results.internal.format;

import dev.ipw.internal.io.VisibleText;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The form of one field of a table that is data wherever it is opened: in a spreadsheet or on a terminal. */
public final class CsvField {
    /** The beginnings of a formula, including full-width characters; spreadsheets skip white space before them. */
    private static final Pattern FORMULA = Pattern
            .compile("^[\\s\\x00-\\x1f]*[=+\\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r]");
    private static final Pattern NUMBER = Pattern
            .compile("[+-]?[0-9]{1,300}(?:\\.[0-9]{1,300})?(?:[eE][+-]?[0-9]{1,3})?");

    private CsvField() {}

    /**
     * Formats a value.
     *
     * @param value text, number, truth or nothing
     * @return the field, before quotes are put around it
     */
    public static String of(@Nullable Object value) {
        if (value == null) {
            return "";
        }
        if (!(value instanceof CharSequence text)) {
            return value.toString();
        }
        boolean isFormula = FORMULA.matcher(text).lookingAt() && !NUMBER.matcher(text).matches();
        String field = VisibleText.field(text.toString());
        return isFormula ? "'" + field : field;
    }
}
