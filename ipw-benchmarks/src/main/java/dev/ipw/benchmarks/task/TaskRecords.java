package dev.ipw.benchmarks.task;

import dev.ipw.benchmarks.question.ChoiceOrder;
import dev.ipw.benchmarks.question.ImageStore;
import dev.ipw.benchmarks.question.RowMapping;
import dev.ipw.benchmarks.rows.Row;
import dev.ipw.benchmarks.scoring.EpochReducer;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.InputException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The mapping from rows to questions that a task defines.
 *
 * @param task   the task
 * @param seed   the seed of the orders of choices
 * @param images the store of the images
 */
record TaskRecords(EvalTask task, long seed, ImageStore images) implements RowMapping {
    private static final String LITERAL = "literal:";
    private static final char FIRST_LETTER = 'A';

    @Override
    public Optional<DatasetRecord> record(Row row) {
        TaskColumns columns = task.columns();
        String id = columns.id().map(row::requiredText).orElseGet(() -> "row-" + row.number());
        List<String> choices = choices(row);
        List<String> targets = targets(row, choices);
        Map<String, Object> metadata = metadata(row);
        if (task.isShuffled() && !choices.isEmpty()) {
            ChoiceOrder order = ChoiceOrder.of(id, seed, choices.size());
            targets = targets.stream().map(target -> shown(target, order, row)).toList();
            choices = order.apply(choices);
            metadata.put("choice_order", order.toString());
        }
        if (targets.size() > 1) {
            metadata.put("accepted", targets);
        }
        DatasetRecord.Builder record = DatasetRecord.builder(id, row.requiredText(columns.input())).choices(choices)
                .answer(choices.isEmpty() && !targets.isEmpty() ? targets.getFirst() : String.join(",", targets))
                .metadata(metadata);
        columns.subject().flatMap(row::text).ifPresent(record::subject);
        return Optional.of(record.build());
    }

    private List<String> choices(Row row) {
        List<String> columns = task.columns().choices();
        return columns.size() == 1 && row.value(columns.getFirst()).filter(List.class::isInstance).isPresent()
                ? row.texts(columns.getFirst())
                : columns.stream().map(row::requiredText).toList();
    }

    private List<String> targets(Row row, List<String> choices) {
        Optional<String> column = task.columns().target();
        if (column.isEmpty()) {
            return List.of();
        }
        if (column.get().startsWith(LITERAL)) {
            return List.of(column.get().substring(LITERAL.length()));
        }
        Object value = row.value(column.get())
                .orElseThrow(
                        () -> row.wrong("the column '" + column.get() + "' of the right answer is empty or missing"));
        List<?> values = value instanceof List<?> list ? list : List.of(value);
        return values.stream().map(one -> target(one, choices, row)).toList();
    }

    /**
     * Returns the right answer. A number is an index of the choices, from 0; a text is a letter, or the text of a
     * choice.
     */
    private static String target(Object value, List<String> choices, Row row) {
        if (choices.isEmpty()) {
            return String.valueOf(value);
        }
        if (value instanceof Long index) {
            if (index < 0 || index >= choices.size()) {
                throw row.wrong("the right answer is the choice " + index + ", and there are " + choices.size()
                        + ", counted from 0");
            }
            return letter(index.intValue());
        }
        String text = String.valueOf(value).strip();
        boolean isLetter = text.length() == 1 && Character.toUpperCase(text.charAt(0)) >= FIRST_LETTER
                && Character.toUpperCase(text.charAt(0)) < FIRST_LETTER + choices.size();
        int place = choices.indexOf(text);
        return isLetter ? text.toUpperCase(Locale.ROOT) : place >= 0 ? letter(place) : text;
    }

    private static String letter(int index) {
        return String.valueOf((char) (FIRST_LETTER + index));
    }

    private static String shown(String letter, ChoiceOrder order, Row row) {
        int source = letter.length() == 1 ? letter.charAt(0) - FIRST_LETTER : -1;
        if (source < 0 || source >= order.shown().size()) {
            throw row
                    .wrong("the right answer '" + letter + "' is none of the choices, so that they cannot be shuffled");
        }
        return order.letter(source);
    }

    private Map<String, Object> metadata(Row row) {
        Map<String, Object> metadata = new TreeMap<>();
        for (String column : task.columns().metadata()) {
            row.value(column).filter(value -> value instanceof String || value instanceof Long
                    || value instanceof Double || value instanceof Boolean)
                    .ifPresent(value -> metadata.put(column, value));
        }
        Map<String, Object> scoring = task.scorers().getFirst().arguments();
        if (!scoring.isEmpty()) {
            metadata.put("scoring", scoring);
        }
        if (!task.reducers().isEmpty()) {
            metadata.put(EpochReducer.FIELD, task.reducers().stream().map(EpochReducer::name).toList());
        }
        task.columns().image().flatMap(row::value).map(this::image)
                .ifPresent(name -> metadata.put(ImageStore.IMAGE, name));
        return metadata;
    }

    /** Keeps an image: a data address, or the bytes of the hub's image columns. */
    private String image(Object value) {
        if (value instanceof String address) {
            return images.keep(address);
        }
        if (value instanceof Map<?, ?> file && file.get("bytes") instanceof byte[] bytes) {
            boolean isJpeg = bytes.length > 1 && (bytes[0] & 0xff) == 0xff && (bytes[1] & 0xff) == 0xd8;
            return images.keep(isJpeg ? "image/jpeg" : "image/png", bytes);
        }
        throw new InputException("The image of a question is neither a data address nor a file of an image column");
    }
}
