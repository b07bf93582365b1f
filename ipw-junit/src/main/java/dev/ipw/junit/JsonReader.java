package dev.ipw.junit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A strict reader of one JSON value: a map without its null members, a list, text, {@link Long}, {@link Double} or
 * {@link Boolean}. Budgets bring no JSON library into an application's tests.
 */
final class JsonReader {
    private static final int MAX_LEVELS = 200;
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?");
    private static final Pattern WHOLE = Pattern.compile("-?\\d{1,18}");
    private static final Pattern UNICODE = Pattern.compile("u([0-9a-fA-F]{4})");
    private static final String ESCAPES = "\"\\/bfnrt";
    private static final String ESCAPED = "\"\\/\b\f\n\r\t";

    private final String json;
    private int at;

    private JsonReader(String json) {
        this.json = json;
    }

    /**
     * Reads a value.
     *
     * @param json the value and nothing else but white space
     * @throws IllegalArgumentException if it is not one JSON value; the message names the line and the column
     */
    static @Nullable Object read(String json) {
        JsonReader reader = new JsonReader(json);
        Object value = reader.value(0);
        if (reader.next() != 0 || reader.at < json.length()) {
            throw reader.wrong("there is more after the value");
        }
        return value;
    }

    private @Nullable Object value(int level) {
        if (level > MAX_LEVELS) {
            throw wrong("it is nested deeper than " + MAX_LEVELS + " levels");
        }
        return switch (next()) {
            case '{' -> object(level);
            case '[' -> array(level);
            case '"' -> text();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private Map<String, Object> object(int level) {
        Map<String, Object> members = new LinkedHashMap<>();
        elements('}', () -> {
            require('"');
            String key = text();
            require(':');
            at++;
            Object value = value(level + 1);
            if (value != null) {
                members.put(key, value);
            }
        });
        return members;
    }

    private List<@Nullable Object> array(int level) {
        List<@Nullable Object> values = new ArrayList<>();
        elements(']', () -> values.add(value(level + 1)));
        return values;
    }

    private void elements(char end, Runnable element) {
        at++;
        while (next() != end) {
            element.run();
            if (next() != end) {
                require(',');
                at++;
                if (next() == end) {
                    throw wrong("a value is missing after the comma");
                }
            }
        }
        at++;
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        at++;
        for (char unit = current(); unit != '"'; unit = current()) {
            if (unit < ' ') {
                throw wrong("a text has no end, or holds a control character");
            }
            at++;
            text.append(unit == '\\' ? escaped() : unit);
        }
        at++;
        return text.toString();
    }

    private char escaped() {
        Matcher unicode = matcher(UNICODE);
        int escape = ESCAPES.indexOf(current());
        if (!unicode.lookingAt() && escape < 0) {
            throw wrong("a text has an unknown escape");
        }
        at += escape < 0 ? 5 : 1;
        return escape < 0 ? (char) Integer.parseInt(unicode.group(1), 16) : ESCAPED.charAt(escape);
    }

    private @Nullable Object word(String word, @Nullable Object value) {
        if (!json.startsWith(word, at)) {
            throw wrong("a value is expected");
        }
        at += word.length();
        return value;
    }

    private Number number() {
        Matcher number = matcher(NUMBER);
        if (!number.lookingAt()) {
            throw wrong("a value is expected");
        }
        if (WHOLE.matcher(number.group()).matches()) {
            at = number.end();
            return Long.valueOf(number.group());
        }
        double value = Double.parseDouble(number.group());
        if (Double.isInfinite(value)) {
            throw wrong("a number is out of range");
        }
        at = number.end();
        return value;
    }

    private Matcher matcher(Pattern pattern) {
        return pattern.matcher(json).region(at, json.length());
    }

    /** Returns the next character that is not white space; 0 at the end. */
    private char next() {
        while (" \t\r\n".indexOf(current()) >= 0) {
            at++;
        }
        return current();
    }

    private char current() {
        return at < json.length() ? json.charAt(at) : 0;
    }

    private void require(char expected) {
        if (next() != expected) {
            throw wrong("'" + expected + "' is expected");
        }
    }

    private IllegalArgumentException wrong(String reason) {
        long line = 1 + json.substring(0, at).chars().filter(unit -> unit == '\n').count();
        return new IllegalArgumentException(
                reason + " at line " + line + ", column " + (at - json.lastIndexOf('\n', at - 1)));
    }
}
