package dev.ipw.internal.rows;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A reader of the output of Python's {@code repr} for dictionaries, lists, tuples, texts, numbers, truth values and
 * {@code None}. Anything else, such as objects or bytes, is not supported.
 */
public final class PythonLiteral {
    private static final int MAX_LEVELS = 100;
    private static final int HEX = 16;
    private static final char END = '\0';

    private final String text;
    private int at;

    private PythonLiteral(String text) {
        this.text = text;
    }

    /**
     * Reads a dictionary.
     *
     * @param text the output of {@code repr}
     * @return the dictionary; empty if the text is not a supported one to its end
     */
    public static Optional<Map<?, ?>> map(String text) {
        return read(text) instanceof Map<?, ?> map ? Optional.of(map) : Optional.empty();
    }

    /**
     * Reads a list or a tuple.
     *
     * @param text the output of {@code repr}
     * @return its elements; empty if the text is not a supported one to its end
     */
    public static Optional<List<?>> list(String text) {
        return read(text) instanceof List<?> list ? Optional.of(list) : Optional.empty();
    }

    private static @Nullable Object read(String text) {
        PythonLiteral reader = new PythonLiteral(text);
        try {
            Object value = reader.value(0);
            reader.skipBlanks();
            return reader.at == text.length() ? value : null;
        } catch (IllegalArgumentException notUnderstood) {
            return null;
        }
    }

    private @Nullable Object value(int level) {
        if (level > MAX_LEVELS) {
            throw new IllegalArgumentException("more than " + MAX_LEVELS + " levels");
        }
        skipBlanks();
        return switch (peek()) {
            case '{' -> dictionary(level);
            case '[' -> list(']', level);
            case '(' -> list(')', level);
            case '\'', '"' -> quoted();
            default -> word();
        };
    }

    private Map<String, @Nullable Object> dictionary(int level) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        at++;
        while (!closes('}')) {
            String key = String.valueOf(value(level + 1));
            skipBlanks();
            expect(':');
            map.put(key, value(level + 1));
            separate('}');
        }
        return map;
    }

    private List<@Nullable Object> list(char close, int level) {
        List<@Nullable Object> list = new ArrayList<>();
        at++;
        while (!closes(close)) {
            list.add(value(level + 1));
            separate(close);
        }
        return list;
    }

    private boolean closes(char close) {
        skipBlanks();
        boolean closes = peek() == close;
        at += closes ? 1 : 0;
        return closes;
    }

    /** Reads the comma between two elements, which may also follow the last. */
    private void separate(char close) {
        skipBlanks();
        if (peek() != close) {
            expect(',');
        }
    }

    private String quoted() {
        char quote = text.charAt(at++);
        StringBuilder read = new StringBuilder();
        while (peek() != quote) {
            char next = taken();
            if (next == '\\') {
                escaped(read);
            } else {
                read.append(next);
            }
        }
        at++;
        return read.toString();
    }

    private void escaped(StringBuilder read) {
        char kind = taken();
        switch (kind) {
            case 'n' -> read.append('\n');
            case 'r' -> read.append('\r');
            case 't' -> read.append('\t');
            case '\\', '\'', '"' -> read.append(kind);
            case 'x' -> read.appendCodePoint(hexadecimal(2));
            case 'u' -> read.appendCodePoint(hexadecimal(4));
            case 'U' -> read.appendCodePoint(hexadecimal(8));
            default -> throw new IllegalArgumentException("the escape \\" + kind);
        }
    }

    private int hexadecimal(int digits) {
        if (at + digits > text.length()) {
            throw new IllegalArgumentException("ends in an escape");
        }
        at += digits;
        return Integer.parseInt(text, at - digits, at, HEX);
    }

    private @Nullable Object word() {
        int start = at;
        while (Character.isLetterOrDigit(peek()) || "+-.".indexOf(peek()) >= 0) {
            at++;
        }
        String word = text.substring(start, at);
        return switch (word) {
            case "True" -> true;
            case "False" -> false;
            case "None", "nan", "inf", "-inf" -> null;
            default -> number(word);
        };
    }

    private static Number number(String word) {
        boolean whole = word.matches("[+-]?\\d{1,18}");
        if (!whole && !word.matches("[+-]?[\\d.]+([eE][+-]?\\d+)?")) {
            throw new IllegalArgumentException(word);
        }
        return whole ? (Number) Long.valueOf(word) : (Number) Double.valueOf(word);
    }

    private void skipBlanks() {
        while (Character.isWhitespace(peek())) {
            at++;
        }
    }

    private char peek() {
        return at < text.length() ? text.charAt(at) : END;
    }

    private char taken() {
        if (at == text.length()) {
            throw new IllegalArgumentException("ends in a text");
        }
        return text.charAt(at++);
    }

    private void expect(char wanted) {
        if (peek() != wanted) {
            throw new IllegalArgumentException("no " + wanted);
        }
        at++;
    }
}
