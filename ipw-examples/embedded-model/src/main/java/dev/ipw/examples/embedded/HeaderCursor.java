package dev.ipw.examples.embedded;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A cursor over the JSON that a safetensors header may contain, and no other: objects, strings and lists of integers.
 *
 * <p>It is strict on purpose: a header with anything else in it is rejected with the place of the error.
 */
final class HeaderCursor {

    private final String source;
    private final String json;
    private int at;

    HeaderCursor(String source, String json) {
        this.source = source;
        this.json = json;
    }

    /** Reads an object; the consumer gets each member's name and must read its value. */
    void members(Consumer<String> value) {
        Set<String> seen = new HashSet<>();
        expect('{');
        if (take('}')) {
            return;
        }
        do {
            String name = string();
            if (!seen.add(name)) {
                throw problem("\"" + name + "\" stands twice in one object");
            }
            expect(':');
            value.accept(name);
        } while (take(','));
        expect('}');
    }

    /** Reads a list of integers that are not negative. */
    List<Long> integers() {
        List<Long> numbers = new ArrayList<>();
        expect('[');
        if (take(']')) {
            return numbers;
        }
        do {
            numbers.add(integer());
        } while (take(','));
        expect(']');
        return numbers;
    }

    /** Reads a string and resolves its escapes. */
    String string() {
        expect('"');
        StringBuilder text = new StringBuilder();
        while (true) {
            char next = next();
            if (next == '"') {
                return text.toString();
            }
            if (next < ' ') {
                throw problem("a control character stands in a string");
            }
            text.append(next == '\\' ? escaped() : next);
        }
    }

    /** Requires that only blanks follow. */
    void expectEnd() {
        skipBlanks();
        if (at < json.length()) {
            throw problem("text follows the header's closing brace");
        }
    }

    /** Describes a fault at the current place. */
    SafetensorsException problem(String message) {
        return new SafetensorsException(
                source, "header character " + at + ": " + message, "write the file again with a safetensors library");
    }

    private char escaped() {
        char letter = next();
        return switch (letter) {
            case '"', '\\', '/' -> letter;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unicode();
            default -> throw problem("\"\\" + letter + "\" is no JSON escape");
        };
    }

    private char unicode() {
        int code = 0;
        for (int digit = 0; digit < 4; digit++) {
            int value = Character.digit(next(), 16);
            if (value < 0) {
                throw problem("a \\u escape needs four hexadecimal digits");
            }
            code = code * 16 + value;
        }
        return (char) code;
    }

    private long integer() {
        skipBlanks();
        int start = at;
        while (at < json.length() && json.charAt(at) >= '0' && json.charAt(at) <= '9') {
            at++;
        }
        // Fifteen digits are far beyond any file and cannot overflow.
        if (at == start || at - start > 15) {
            throw problem("an integer of 1 to 15 digits was expected");
        }
        return Long.parseLong(json, start, at, 10);
    }

    private char next() {
        if (at >= json.length()) {
            throw problem("the header ends too early");
        }
        return json.charAt(at++);
    }

    private boolean take(char wanted) {
        skipBlanks();
        if (at < json.length() && json.charAt(at) == wanted) {
            at++;
            return true;
        }
        return false;
    }

    private void expect(char wanted) {
        if (!take(wanted)) {
            throw problem("'" + wanted + "' was expected");
        }
    }

    private void skipBlanks() {
        while (at < json.length() && " \t\r\n".indexOf(json.charAt(at)) >= 0) {
            at++;
        }
    }
}
