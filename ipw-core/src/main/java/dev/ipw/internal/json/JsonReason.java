package dev.ipw.internal.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The reason why a text is not JSON, without the names of the parser's own types and settings. */
final class JsonReason {
    private static final Pattern REPEATED = Pattern.compile("Duplicate field '(.*)'", Pattern.DOTALL);

    private JsonReason() {}

    /** Returns the repeated key of an object; null if the error is another. */
    static @Nullable String repeatedKey(JsonProcessingException notJson) {
        Matcher repeated = REPEATED.matcher(String.valueOf(notJson.getOriginalMessage()));
        return repeated.matches() ? repeated.group(1) : null;
    }

    static String of(JsonProcessingException notJson) {
        String reason = String.valueOf(notJson.getOriginalMessage());
        if (reason.contains("NON_NUMERIC_NUMBERS")) {
            return "JSON has no NaN and no infinite numbers; write null, or leave the key out";
        }
        if (notJson instanceof StreamConstraintsException) {
            return reason.replaceAll("(?s).*nesting depth.*maximum allowed \\((\\d+).*",
                    "it is nested deeper than $1 levels").replaceAll(", from `[^`]*`", "");
        }
        if (notJson instanceof MismatchedInputException) {
            return "there is more after the value";
        }
        return reason.replaceAll("`JsonToken\\.([A-Z_]+)`", "$1").replaceAll(" \\((?:from|for) `[^`]*`\\)", "")
                .replaceAll("\\(start marker at \\[.*line: (\\d+), column: (\\d+)\\]\\)",
                        "that began at line $1, column $2");
    }
}
