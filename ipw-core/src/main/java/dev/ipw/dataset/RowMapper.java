package dev.ipw.dataset;

import dev.ipw.error.InputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Turn the rows of one file, from first to last, into records. One rule for JSONL, CSV and Arrow:
 * <ul>
 * <li>{@code problem} (or {@code question}, or {@code prompt}) is the question and must not be blank;</li>
 * <li>{@code answer} is the right answer, text or number; a list gives the answer first and further accepted ones
 * after;</li>
 * <li>{@code choices} (or {@code options}) is a list of 2 to 26; as text it is a list separated by {@code |};</li>
 * <li>{@code accepted} is a list of further right answers, written like the choices, and stays in the metadata;</li>
 * <li>{@code subject} and {@code evaluator} may be left out; a row with choices that names no evaluator is judged by
 * {@code multiple-choice};</li>
 * <li>{@code id} must be unique; a row without one takes its position, padded to six digits;</li>
 * <li>{@code turns} (or {@code conversations}, or {@code messages}) holds a conversation in place of a question: a list of
 * questions, each text or an object with the fields above and {@code delay_s}, or what was said as {@code from} and
 * {@code value} ({@code role} and {@code content}), of which the person's part is asked again. Each turn is a record,
 * {@code ID/1}, {@code ID/2};</li>
 * <li>every other field is metadata under its own name; nulls are left out.</li>
 * </ul>
 * The names above are found in any case; of two synonyms in a row the first named here counts and the other is metadata.
 * One mapper reads one pass over one file, in one thread, and remembers the ids it has seen.
 */
public final class RowMapper {
    private static final int MOST_CHOICES = 26;
    private static final String ACCEPTED = "accepted";

    private final String source;
    private final String unit;
    private final Map<String, Long> positionById = new HashMap<>();

    /**
     * Start a pass.
     *
     * @param source the file as messages name it
     * @param unit   what positions count, in messages: {@code "line"} or {@code "row"}
     */
    public RowMapper(String source, String unit) {
        this.source = Objects.requireNonNull(source, "source");
        this.unit = Objects.requireNonNull(unit, "unit");
    }

    /**
     * Turn one row into its records: one for a question, one for each turn of a conversation.
     *
     * @param position where the row stands, from 1
     * @param row      field values by name: text, booleans, numbers, bytes, lists and maps of such, or null
     * @return the records, in the order in which they are asked
     * @throws InputException if the row cannot be records; the message names file and position
     */
    public List<DatasetRecord> mapAll(long position, Map<String, ? extends @Nullable Object> row) {
        Optional<ConversationRow> conversation = ConversationRow.of(row, what -> wrong(position, what));
        if (conversation.isEmpty()) {
            return List.of(map(position, row));
        }
        String id = new Row(position, row).takeText("id").map(String::strip)
                .orElseGet(() -> String.format(Locale.ROOT, "%06d", position));
        List<DatasetRecord> turns = new ArrayList<>();
        conversation.get().turns(id).forEach((turn, fields) -> {
            DatasetRecord asked = map(position, fields);
            Map<String, Object> metadata = new HashMap<>(asked.metadata());
            metadata.putAll(turn.metadata());
            Optional<String> evaluator = asked.answer().isEmpty() && asked.evaluator().isEmpty()
                    ? Optional.of(Dataset.NOT_JUDGED)
                    : asked.evaluator();
            turns.add(new DatasetRecord(asked.id(), asked.problem(), asked.answer(), asked.subject(), evaluator,
                    asked.choices(), metadata));
        });
        return turns;
    }

    /**
     * Turn one row into a record.
     *
     * @param position where the row stands, from 1
     * @param row      field values by name: text, booleans, numbers, bytes, lists and maps of such, or null
     * @return the record
     * @throws InputException if the row cannot be a record; the message names file and position
     */
    public DatasetRecord map(long position, Map<String, ? extends @Nullable Object> row) {
        Row fields = new Row(position, row);
        String problem = fields.takeText("problem", "question", "prompt").orElseThrow(() -> wrong(position,
                "there is no question; fill the field 'problem' (or 'question', or 'prompt')"));
        List<String> accepted = new ArrayList<>();
        String answer = fields.takeAnswer(accepted);
        accepted.addAll(fields.takeList(ACCEPTED));
        List<String> choices = fields.takeList("choices", "options");
        if (choices.size() == 1 || choices.size() > MOST_CHOICES) {
            throw wrong(position,
                    "there " + (choices.size() == 1 ? "is 1 choice" : "are " + choices.size() + " choices")
                            + "; give 2 to " + MOST_CHOICES
                            + " (as text they are separated by |), or none for an open question");
        }
        Optional<String> subject = fields.takeText("subject").map(String::strip);
        Optional<String> evaluator = fields.takeText("evaluator").map(String::strip)
                .or(() -> choices.isEmpty() ? Optional.empty() : Optional.of("multiple-choice"));
        String id = fields.takeText("id").map(String::strip)
                .orElseGet(() -> String.format(Locale.ROOT, "%06d", position));
        refuseSecond(id, position);
        Map<String, Object> metadata = fields.rest();
        if (!accepted.isEmpty()) {
            metadata.put(ACCEPTED, List.copyOf(accepted));
        }
        return new DatasetRecord(id, problem, answer, subject, evaluator, choices, metadata);
    }

    private void refuseSecond(String id, long position) {
        Long first = positionById.putIfAbsent(id, position);
        if (first != null) {
            throw wrong(position, "the id '" + id + "' was already given at " + unit + " " + first
                    + "; make ids unique, or leave the field 'id' out and rows are numbered");
        }
    }

    private InputException wrong(long position, String what) {
        return new InputException(source + ", " + unit + " " + position + ": " + what);
    }

    /** Hold the fields of one row that nobody has taken yet. */
    private final class Row {
        private final long position;
        private final Map<String, Object> fields = new TreeMap<>();

        Row(long position, Map<String, ? extends @Nullable Object> row) {
            this.position = position;
            row.forEach((name, value) -> {
                if (value != null) {
                    fields.put(name, value);
                }
            });
        }

        /** Take the first of the named fields that is there and not blank. */
        Optional<String> takeText(String... names) {
            return take(names).map(value -> text(names[0], value));
        }

        String takeAnswer(List<String> accepted) {
            Optional<Object> value = take("answer");
            if (value.isPresent() && value.get() instanceof List<?> several) {
                several.forEach(one -> accepted.add(text("answer", one)));
                return accepted.isEmpty() ? "" : accepted.removeFirst();
            }
            return value.map(one -> text("answer", one)).orElse("");
        }

        List<String> takeList(String... names) {
            Optional<Object> value = take(names);
            if (value.isEmpty()) {
                return List.of();
            }
            if (value.get() instanceof List<?> list) {
                return list.stream().map(item -> text(names[0], item)).toList();
            }
            String joined = text(names[0], value.get());
            return Arrays.stream(joined.split("\\|", -1)).map(String::strip).toList();
        }

        Map<String, Object> rest() {
            return plainMap(fields);
        }

        private Optional<Object> take(String... names) {
            for (String wanted : names) {
                Optional<String> name = fields.keySet().stream()
                        .filter(key -> key.strip().equalsIgnoreCase(wanted) && !isBlank(fields.get(key))).findFirst();
                if (name.isPresent()) {
                    return Optional.ofNullable(fields.remove(name.get()));
                }
            }
            return Optional.empty();
        }

        private boolean isBlank(@Nullable Object value) {
            return value instanceof CharSequence text && text.toString().isBlank();
        }

        private String text(String name, @Nullable Object value) {
            if (value instanceof CharSequence || value instanceof Number || value instanceof Boolean) {
                return value.toString();
            }
            throw wrong(position, "the field '" + name + "' holds " + kind(value) + " where text or a number belongs");
        }

        private String kind(@Nullable Object value) {
            return value instanceof List ? "a list" : value instanceof Map ? "an object" : "nothing";
        }
    }

    /** Bring a value to the types that a record's metadata may hold; null for what has none. */
    private static @Nullable Object plain(Object value) {
        return switch (value) {
            case String text -> text;
            case Boolean flag -> flag;
            case Byte number -> (long) number;
            case Short number -> (long) number;
            case Integer number -> (long) number;
            case Long number -> number;
            case Float number -> Float.isFinite(number) ? Double.parseDouble(number.toString()) : null;
            case Double number -> Double.isFinite(number) ? number : null;
            case byte[] bytes -> Base64.getEncoder().encodeToString(bytes);
            case Map<?, ?> map -> plainMap(map);
            case Iterable<?> list -> plainList(list);
            default -> value.toString();
        };
    }

    private static List<Object> plainList(Iterable<?> list) {
        List<Object> plain = new ArrayList<>();
        for (Object item : list) {
            Object value = item == null ? null : plain(item);
            if (value != null) {
                plain.add(value);
            }
        }
        return Collections.unmodifiableList(plain);
    }

    private static Map<String, Object> plainMap(Map<?, ?> map) {
        Map<String, Object> plain = new TreeMap<>();
        map.forEach((key, item) -> {
            Object value = item == null ? null : plain(item);
            if (value != null) {
                plain.put(String.valueOf(key), value);
            }
        });
        return plain;
    }
}
