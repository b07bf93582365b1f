package dev.ipw.dataset;

import dev.ipw.error.InputException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The turns of a conversation in one row of a file.
 *
 * @param shared the fields of the conversation as a whole
 * @param asked  the fields of each turn, in order
 * @param system the instructions at the beginning of the conversation
 */
record ConversationRow(Map<String, @Nullable Object> shared, List<Map<String, @Nullable Object>> asked,
        Optional<String> system) {
    private static final List<String> TURNS = List.of("turns", "conversations", "messages");
    private static final int MAX_TURNS = 10_000;

    /**
     * Reads a row.
     *
     * @param row   its fields
     * @param wrong creates an error from its description
     * @return the conversation; empty if the row has a question of its own
     */
    static Optional<ConversationRow> of(Map<String, ? extends @Nullable Object> row,
            Function<String, InputException> wrong) {
        Map<String, @Nullable Object> shared = new LinkedHashMap<>(row);
        for (String name : TURNS) {
            if (shared.get(name) instanceof List<?> list) {
                shared.remove(name);
                ConversationRow found = new ConversationRow(shared, new ArrayList<>(), Optional.empty()).with(name,
                        list, wrong);
                if (found.asked.isEmpty() || found.asked.size() > MAX_TURNS) {
                    throw wrong.apply("the conversation in '" + name + "' has " + found.asked.size()
                            + " questions; give 1 to " + MAX_TURNS);
                }
                return Optional.of(found);
            }
        }
        return Optional.empty();
    }

    private ConversationRow with(String name, List<?> list, Function<String, InputException> wrong) {
        Optional<String> above = system;
        for (Object turn : list) {
            if (turn instanceof String question) {
                asked.add(question(question));
            } else if (turn instanceof Map<?, ?> message) {
                Optional<Spoken> spoken = Spoken.of(message);
                if (spoken.isEmpty()) {
                    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
                    message.forEach((key, value) -> fields.put(String.valueOf(key), value));
                    asked.add(fields);
                } else if (spoken.get().isOfPerson()) {
                    asked.add(question(spoken.get().text()));
                } else if (spoken.get().isSystem()) {
                    above = Optional.of(spoken.get().text());
                }
            } else {
                throw wrong.apply("the list '" + name + "' holds something that is neither text nor an object");
            }
        }
        return new ConversationRow(shared, asked, above);
    }

    private static Map<String, @Nullable Object> question(String text) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("problem", text);
        return fields;
    }

    /** One message of a recorded conversation. */
    private record Spoken(String who, String text) {
        static Optional<Spoken> of(Map<?, ?> message) {
            Object who = message.containsKey("from") ? message.get("from") : message.get("role");
            Object text = message.containsKey("value") ? message.get("value") : message.get("content");
            return who instanceof String name && text instanceof String words
                    ? Optional.of(new Spoken(name.toLowerCase(Locale.ROOT), words))
                    : Optional.empty();
        }

        boolean isOfPerson() {
            return who.equals("human") || who.equals("user");
        }

        boolean isSystem() {
            return who.equals("system");
        }
    }
}
