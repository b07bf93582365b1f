package dev.ipw.junit;

import dev.ipw.internal.io.VisibleText;
import dev.ipw.internal.secret.SecretRedactor;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The writer of the JSON of baselines and reports. It writes no secret of this process. */
final class JsonWriter {
    private final StringBuilder json = new StringBuilder();

    private JsonWriter() {}

    /**
     * Writes an object for people: two spaces a level, and an empty line at the end.
     *
     * @param members maps, lists, texts, finite numbers, truth values or null
     */
    static String write(Map<String, ? extends @Nullable Object> members) {
        JsonWriter writer = new JsonWriter();
        writer.value(members, "\n");
        return VisibleText.escapedJson(writer.json.append("\n\n").toString());
    }

    private void value(@Nullable Object value, String indent) {
        switch (value) {
            case Map<?, ?> map -> block("{", map.entrySet().stream(), "}", indent);
            case List<?> list -> block("[", list.stream(), "]", indent);
            case Map.Entry<?, ?> member -> {
                value(member.getKey(), indent);
                json.append(" : ");
                value(member.getValue(), indent);
            }
            case String text -> text(SecretRedactor.clean(text));
            case null, default -> json.append(value);
        }
    }

    private void block(String start, Stream<?> elements, String end, String indent) {
        json.append(start);
        String separator = "";
        for (Iterator<?> each = elements.iterator(); each.hasNext(); separator = ",") {
            json.append(separator).append(indent).append("  ");
            value(each.next(), indent + "  ");
        }
        json.append(separator.isEmpty() ? " " : indent).append(end);
    }

    private void text(String text) {
        json.append('"');
        text.chars().forEach(unit -> {
            switch (unit) {
                case '"' -> json.append("\\\"");
                case '\\' -> json.append("\\\\");
                case '\b' -> json.append("\\b");
                case '\f' -> json.append("\\f");
                case '\n' -> json.append("\\n");
                case '\r' -> json.append("\\r");
                case '\t' -> json.append("\\t");
                default -> json.append(unit < ' ' ? String.format(Locale.ROOT, "\\u%04X", unit) : (char) unit);
            }
        });
        json.append('"');
    }
}
