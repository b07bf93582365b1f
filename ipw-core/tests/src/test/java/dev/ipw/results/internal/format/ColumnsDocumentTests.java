package dev.ipw.results.internal.format;

import dev.ipw.internal.table.ColumnType;
import dev.ipw.internal.table.ColumnType.Leaf;
import dev.ipw.internal.table.ColumnType.ListOf;
import dev.ipw.internal.table.ColumnType.Struct;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Holds docs/columns.md against the columns; {@code -Dgolden=write} writes it. */
class ColumnsDocumentTests {
    private static final Path DOCUMENT = Path.of("..", "..", "docs", "columns.md");

    @Test
    void documentsEveryColumnOfTheRunDataset() throws IOException {
        String expected = document();
        if ("write".equals(System.getProperty("golden"))) {
            Files.writeString(DOCUMENT, expected);
        }
        assertThat(DOCUMENT).hasContent(expected);
    }

    private static String document() {
        StringBuilder text = new StringBuilder(
                """
                        # Columns of a run's dataset

                        In Python: `datasets.load_from_disk("runs/a")`, with a row for each query. Names and nesting are \
                        those of the Python original, with additions. Every run has every column and struct; a figure that \
                        was not measured is null, never 0 or -1. Without a type, a column is a number. `MODEL` is the \
                        model's name. Moments are nanoseconds since the start of the run. `statistics` are `avg`, `max`, \
                        `median` and `min`.

                        `ipw export` writes a flat table instead: [export.md](export.md). Generated from the columns' \
                        definitions.
                        """);
        Columns<?> columns = RecordColumns.toRead("MODEL");
        Map<Struct, String> places = new LinkedHashMap<>();
        section(text, "The question and the answer", "", columns.all().stream()
                .filter(column -> !column.name().equals("model_metrics")).toList(), places);
        Column<?, ?> metrics = columns.all().getLast();
        for (Column<?, ?> column : metrics.inner().getFirst().inner()) {
            if (isNested(column)) {
                String title = "`" + column.name() + "`: " + column.meaning();
                Optional<String> earlier = earlier(column, places);
                if (earlier.isPresent()) {
                    text.append("\n## ").append(title).append(earlier.get()).append("\n");
                } else {
                    places.put(struct(column), column.name());
                    section(text, title, column.name() + ".", column.inner(), places);
                }
            }
        }
        section(text, "Other columns under `model_metrics.MODEL`", "", metrics.inner().getFirst().inner().stream()
                .filter(column -> !isNested(column)).toList(), places);
        return text.toString();
    }

    private static void section(StringBuilder text, String title, String place, List<? extends Column<?, ?>> columns,
            Map<Struct, String> places) {
        text.append("\n## ").append(title).append("\n\n");
        rows(text, "", place, columns, places);
    }

    private static void rows(StringBuilder text, String prefix, String place, List<? extends Column<?, ?>> columns,
            Map<Struct, String> places) {
        for (Column<?, ?> column : columns) {
            String name = prefix + column.name();
            Optional<String> earlier = isNested(column) ? earlier(column, places) : Optional.empty();
            text.append("- `").append(name).append("`").append(type(column)).append(": ").append(column.meaning())
                    .append(earlier.orElse("")).append("\n");
            if (isNested(column) && earlier.isEmpty()) {
                places.put(struct(column), place + name);
                rows(text, name + (column.type() instanceof ListOf ? "[]." : "."), place, column.inner(), places);
            }
        }
    }

    /** Name the place that documents the same columns, or under the same name these and more. */
    private static Optional<String> earlier(Column<?, ?> column, Map<Struct, String> places) {
        Struct type = struct(column);
        for (Map.Entry<Struct, String> known : places.entrySet()) {
            Map<String, ColumnType> rest = new LinkedHashMap<>(known.getKey().fields());
            boolean hasAll = rest.entrySet().containsAll(type.fields().entrySet());
            rest.keySet().removeAll(type.fields().keySet());
            if (hasAll && (rest.isEmpty() || known.getValue().equals(column.name()))) {
                String without = rest.isEmpty() ? "" : " without `" + String.join("`, `", rest.keySet()) + "`";
                return Optional.of(" (columns as in `" + known.getValue() + "`" + without + ")");
            }
        }
        return Optional.empty();
    }

    private static boolean isNested(Column<?, ?> column) {
        return !column.inner().isEmpty() && !isStatistics(column);
    }

    private static Struct struct(Column<?, ?> column) {
        return (Struct) (column.type() instanceof ListOf list ? list.element() : column.type());
    }

    private static boolean isStatistics(Column<?, ?> column) {
        return column.type().equals(StatisticsColumns.INSTANCE.type());
    }

    private static String type(Column<?, ?> column) {
        return column.type() == Leaf.REAL ? "" : " (" + word(column) + ")";
    }

    private static String word(Column<?, ?> column) {
        return isStatistics(column) ? "statistics" : word(column.type());
    }

    private static String word(ColumnType type) {
        return switch (type) {
            case Leaf.TEXT -> "text";
            case Leaf.WHOLE -> "integer";
            case Leaf.REAL -> "number";
            case Leaf.TRUTH -> "boolean";
            case ListOf list -> "list of " + word(list.element());
            case Struct struct -> "struct";
        };
    }
}
