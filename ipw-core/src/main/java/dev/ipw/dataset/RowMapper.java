package dev.ipw.dataset;

import dev.ipw.dataset.DatasetRecord.Turn;
import dev.ipw.error.InputException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The conversion of the rows of one file, from first to last, into records. One rule for JSONL, CSV and Arrow:
 * <ul>
 * <li>{@code problem} (or {@code question}, or {@code prompt}) is the question and must not be blank;</li>
 * <li>{@code answer} is the right answer, text or number; a list gives the answer first and further accepted ones
 * after;</li>
 * <li>{@code choices} (or {@code options}) is a list of 2 to 26; as text it is a list separated by {@code |};</li>
 * <li>{@code accepted} is a list of further right answers, written like the choices, and stays in the metadata;</li>
 * <li>{@code subject} and {@code evaluator} may be omitted; a row with choices that names no evaluator is evaluated by
 * {@code multiple-choice}, and one without an answer by none; an empty answer counts as a missing one;</li>
 * <li>{@code id} must be unique; a row without one takes its position, padded to six digits;</li>
 * <li>{@code system} contains instructions before the question;</li>
 * <li>{@code turns} (or {@code conversations}, or {@code messages}) contains a conversation in place of a question: a
 * list of questions, each text or an object with {@code problem}, {@code answer} and {@code delay_s}, or recorded
 * messages as {@code from} and {@code value} ({@code role} and {@code content}), of which the person's part is asked
 * again. Answer, choices and evaluator of the last turn, or of the row, are those of the whole;</li>
 * <li>every other field is metadata under its own name; nulls are omitted.</li>
 * </ul>
 * The names above are found in any case; of two synonyms in a row the first one listed here counts and the other is
 * metadata. One mapper reads one pass over one file, in one thread, and keeps the ids that it has seen.
 */
final class RowMapper {
    private static final int MAX_CHOICES = 26;
    private static final double MAX_DELAY_SECONDS = 86_400;
    private static final double NANOS = 1e9;
    private static final String[] QUESTION = {"problem", "question", "prompt"};
    private static final String ANSWER = "answer";
    private static final String ACCEPTED = "accepted";
    /** The default evaluators that have nothing to compare with if a row has no answer. */
    private static final Set<String> COMPARING = Set.of("exact", "multiple-choice");
    private static final String DELAY = "delay_s";
    /** The fields by which a whole conversation is evaluated and drawn. */
    private static final Set<String> OF_THE_WHOLE = Set.of(ANSWER, ACCEPTED, "choices", "options", "subject",
            "evaluator", "system", "id");

    private final String source;
    private final String unit;
    private final String defaultEvaluator;
    private final Map<String, Long> positionById = new HashMap<>();

    /**
     * Starts a pass.
     *
     * @param source           the file's name in messages
     * @param unit             the unit of positions in messages: {@code "line"} or {@code "row"}
     * @param defaultEvaluator the evaluator of rows that name none
     */
    RowMapper(String source, String unit, String defaultEvaluator) {
        this.defaultEvaluator = Objects.requireNonNull(defaultEvaluator, "defaultEvaluator");
        this.source = Objects.requireNonNull(source, "source");
        this.unit = Objects.requireNonNull(unit, "unit");
    }

    /**
     * Converts one row into a record.
     *
     * @param position the position of the row, from 1
     * @param row      field values by name: text, booleans, numbers, bytes, lists and maps of such, or null
     * @return the record
     * @throws InputException if the row cannot be a record; the message names file and position
     */
    DatasetRecord map(long position, Map<String, ? extends @Nullable Object> row) {
        Optional<ConversationRow> conversation = ConversationRow.of(row, problem -> wrong(position, problem));
        return conversation.isPresent()
                ? conversation(position, conversation.get())
                : question(position, row).build();
    }

    private DatasetRecord conversation(long position, ConversationRow row) {
        Map<String, @Nullable Object> judged = new LinkedHashMap<>(row.shared());
        List<Turn> turns = new ArrayList<>();
        for (Map<String, @Nullable Object> asked : row.asked()) {
            Row fields = new Row(position, asked);
            String text = fields.takeText(QUESTION).orElseThrow(() -> wrong(position, "turn " + (turns.size() + 1)
                    + " of the conversation has no question; fill its field 'problem' (or 'question', or 'prompt')"));
            Duration delay = fields.takeDelay();
            boolean isLast = turns.size() + 1 == row.asked().size();
            turns.add(new Turn(text, delay, isLast ? Optional.empty() : fields.takeText(ANSWER)));
            fields.fields.forEach((name, value) -> {
                boolean kept = isLast && judged.putIfAbsent(name, value) == null;
                if (!kept && OF_THE_WHOLE.contains(name.strip().toLowerCase(Locale.ROOT))) {
                    throw wrong(position, "turn " + turns.size() + " of the conversation has the field '" + name
                            + "', "
                            + (isLast ? "and the row has it too" : "which only the last turn, or the row, has"));
                }
            });
        }
        if (judged.put(QUESTION[0], turns.getFirst().text()) != null) {
            throw wrong(position, "there are both a conversation and a question in '" + QUESTION[0] + "'; keep one");
        }
        DatasetRecord.Builder builder = question(position, judged);
        row.system().ifPresent(builder::system);
        DatasetRecord whole = builder.build();
        if (whole.answer().isEmpty() && whole.evaluator().isEmpty()) {
            builder.evaluator(Dataset.NOT_JUDGED);
        }
        if (!whole.answer().isEmpty()) {
            turns.add(new Turn(turns.getLast().text(), turns.removeLast().delay(), Optional.of(whole.answer())));
        }
        return builder.turns(turns.size() == 1 ? List.of() : turns).build();
    }

    private DatasetRecord.Builder question(long position, Map<String, ? extends @Nullable Object> row) {
        Row fields = new Row(position, row);
        String problem = fields.takeText(QUESTION).orElseThrow(() -> wrong(position,
                "there is no question; fill the field 'problem' (or 'question', or 'prompt')"));
        List<String> accepted = new ArrayList<>();
        boolean hasAnswer = fields.hasAnswer();
        String answer = fields.takeAnswer(accepted);
        accepted.addAll(fields.takeList(ACCEPTED));
        List<String> choices = fields.takeList("choices", "options");
        if (choices.size() == 1 || choices.size() > MAX_CHOICES) {
            throw wrong(position,
                    "there " + (choices.size() == 1 ? "is 1 choice" : "are " + choices.size() + " choices")
                            + "; give 2 to " + MAX_CHOICES
                            + " (as text they are separated by |), or none for an open question");
        }
        Optional<String> subject = fields.takeText("subject").map(String::strip);
        String usual = choices.isEmpty() ? defaultEvaluator : "multiple-choice";
        Optional<String> evaluator = fields.takeText("evaluator").map(String::strip)
                .or(() -> hasAnswer || !accepted.isEmpty() || !COMPARING.contains(usual)
                        ? Optional.of(usual).filter(any -> !choices.isEmpty())
                        : Optional.of(Dataset.NOT_JUDGED));
        Optional<String> system = fields.takeText("system");
        String id = fields.takeText("id").map(String::strip)
                .orElseGet(() -> String.format(Locale.ROOT, "%06d", position));
        refuseSecond(id, position);
        Map<String, Object> metadata = fields.rest();
        if (!accepted.isEmpty()) {
            metadata.put(ACCEPTED, List.copyOf(accepted));
        }
        DatasetRecord.Builder builder = DatasetRecord.builder(id, problem).answer(answer).choices(choices)
                .metadata(metadata);
        subject.ifPresent(builder::subject);
        evaluator.ifPresent(builder::evaluator);
        system.ifPresent(builder::system);
        return builder;
    }

    private void refuseSecond(String id, long position) {
        Long first = positionById.putIfAbsent(id, position);
        if (first != null) {
            throw wrong(position, "the id '" + id + "' was already given at " + unit + " " + first
                    + "; make ids unique, or leave the field 'id' out and rows are numbered");
        }
    }

    private InputException wrong(long position, String problem) {
        return new InputException(source + ", " + unit + " " + position + ": " + problem);
    }

    /** The unread fields of one row. */
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

        /** Takes the first of the named fields that is present and not blank. */
        Optional<String> takeText(String... names) {
            return take(names).map(value -> text(names[0], value));
        }

        /** Takes the pause of a person before a turn; zero if it is not given. */
        Duration takeDelay() {
            Object value = take(DELAY).orElse(0);
            boolean possible = value instanceof Number seconds && seconds.doubleValue() >= 0
                    && seconds.doubleValue() <= MAX_DELAY_SECONDS;
            if (!possible) {
                throw wrong(position, "the field '" + DELAY + "' must be a number of seconds from 0 to 86400, not '"
                        + value + "'");
            }
            return Duration.ofNanos(Math.round(((Number) value).doubleValue() * NANOS));
        }

        /** Returns whether there is an answer, even an empty one. */
        boolean hasAnswer() {
            return fields.keySet().stream().anyMatch(key -> key.strip().equalsIgnoreCase(ANSWER));
        }

        String takeAnswer(List<String> accepted) {
            Optional<Object> value = take(ANSWER);
            if (value.isPresent() && value.get() instanceof List<?> several) {
                several.forEach(one -> accepted.add(text(ANSWER, one)));
                return accepted.isEmpty() ? "" : accepted.removeFirst();
            }
            return value.map(one -> text(ANSWER, one)).orElse("");
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

    /** Converts a value to a type that a record's metadata may hold; null for values without such a type. */
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
