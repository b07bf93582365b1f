package dev.ipw.results.internal.format;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.table.Cell;
import dev.ipw.internal.table.ColumnType;
import dev.ipw.internal.table.ColumnType.Leaf;
import dev.ipw.internal.tree.TreeReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The form in which the dataset's own fields are stored: as a struct with typed fields if all records have the same
 * fields with one scalar type each, otherwise as one JSON text. A question's choices are among the fields.
 *
 * @param type the column's type: a struct or TEXT
 */
public record MetadataColumn(ColumnType type) {
    /** One JSON text, which can hold any fields. */
    static final MetadataColumn TEXT = new MetadataColumn(Leaf.TEXT);
    private static final String CHOICES = "choices";

    /** The choice of the form from one record after the other, without keeping any. */
    public static final class Choice {
        private final Map<String, ColumnType> types = new TreeMap<>();
        private boolean begun;
        private boolean mixed;

        public void add(DatasetRecord record) {
            Map<String, Object> fields = mixed ? Map.of() : fields(record);
            mixed |= fields.isEmpty() || (begun && !fields.keySet().equals(types.keySet()));
            begun = true;
            fields.forEach((name, value) -> {
                Optional<ColumnType> merged = typeOf(value)
                        .flatMap(found -> merge(types.getOrDefault(name, found), found));
                merged.ifPresentOrElse(type -> types.put(name, type), () -> mixed = true);
            });
        }

        public MetadataColumn column() {
            ColumnType.Builder struct = ColumnType.builder();
            types.forEach(struct::field);
            return mixed || types.isEmpty() ? TEXT : new MetadataColumn(struct.build());
        }
    }

    private static Map<String, Object> fields(DatasetRecord record) {
        Map<String, Object> fields = new TreeMap<>(record.metadata());
        if (!record.choices().isEmpty()) {
            fields.put(CHOICES, record.choices());
        }
        return fields;
    }

    private static Optional<ColumnType> typeOf(Object value) {
        return switch (value) {
            case String text -> Optional.of(Leaf.TEXT);
            case Boolean truth -> Optional.of(Leaf.TRUTH);
            case Long whole -> Optional.of(Leaf.WHOLE);
            case Double real -> Optional.of(Leaf.REAL);
            case List<?> list when list.stream().allMatch(String.class::isInstance) ->
                Optional.of(new ColumnType.ListOf(Leaf.TEXT));
            default -> Optional.empty();
        };
    }

    private static Optional<ColumnType> merge(ColumnType known, ColumnType found) {
        if (known.equals(found)) {
            return Optional.of(known);
        }
        boolean numbers = List.of(Leaf.WHOLE, Leaf.REAL).containsAll(List.of(known, found));
        return numbers ? Optional.of(Leaf.REAL) : Optional.empty();
    }

    /** Writes the column's value for one record. */
    void write(DatasetRecord record, Cell cell) {
        Map<String, Object> fields = fields(record);
        if (type instanceof ColumnType.Struct struct) {
            cell.struct(fields, struct.fields().entrySet().stream()
                    .map(field -> new OwnField(field.getKey(), field.getValue())).toList());
        } else {
            cell.text(Json.write(Json.fromPlain(fields)));
        }
    }

    /** A field of the dataset's own, which may have whole numbers in a column of real ones. */
    private record OwnField(String name, ColumnType type) implements Cell.Field<Map<String, Object>> {
        @Override
        public void write(Map<String, Object> fields, Cell cell) {
            switch (fields.get(name)) {
                case String text -> cell.text(text);
                case Boolean truth -> cell.truth(truth);
                case Long whole when type != Leaf.REAL -> cell.whole(whole);
                case Number number -> cell.real(number.doubleValue());
                case List<?> list -> cell.list(list, (element, each) -> each.text((String) element));
                case null, default -> {
                }
            }
        }
    }

    /** Reads the fields back. */
    static Fields read(TreeReader row, String key) {
        Map<String, Object> metadata = row.isText(key)
                ? TreeReader.ofJson(row.place(key), row.text(key)).asMap()
                : row.optionalChild(key).map(TreeReader::asMap).orElseGet(LinkedHashMap::new);
        Object choices = metadata.remove(CHOICES);
        return new Fields(metadata, choices instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of());
    }

    /** The dataset's own fields and the question's choices. */
    record Fields(Map<String, Object> metadata, List<String> choices) {}
}
