package dev.ipw.engine.format;

import dev.ipw.internal.table.ColumnType;
import dev.ipw.internal.table.ColumnType.Leaf;
import dev.ipw.internal.table.ColumnType.ListOf;
import dev.ipw.internal.table.ColumnType.Struct;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Holds docs/columns.md against the columns; {@code -Dgolden=write} writes it anew. */
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

                        The folder of a run is a HuggingFace dataset with a row for each query: in Python, \
                        `datasets.load_from_disk("runs/a")`. Names and nesting are those of the Python original, with what it does \
                        not have beside them. Every column is there in every run; a figure that was not measured is null, never 0 or -1, and \
                        a struct is there even if all of it is null. `MODEL` stands for the model's name. Moments are nanoseconds \
                        since the run's begin. `statistics` are `avg`, `max`, `median` and `min`.

                        `ipw export` writes a flat table instead: [export.md](export.md). This page is made from the columns' \
                        definitions.
                        """);
        Columns<?> columns = RecordColumns.toRead("MODEL");
        table(text, "The question and the answer", columns.all().stream()
                .filter(column -> !column.name().equals("model_metrics")).toList());
        Column<?, ?> metrics = columns.all().getLast();
        for (Column<?, ?> column : metrics.inner().getFirst().inner()) {
            boolean isTable = !column.inner().isEmpty() && !isStatistics(column);
            if (isTable) {
                table(text, "`" + column.name() + "`: " + column.meaning(), column.inner());
            }
        }
        table(text, "Other columns under `model_metrics.MODEL`", metrics.inner().getFirst().inner().stream()
                .filter(column -> column.inner().isEmpty() || isStatistics(column)).toList());
        return text.toString();
    }

    private static void table(StringBuilder text, String title, List<? extends Column<?, ?>> columns) {
        text.append("\n## ").append(title).append("\n\n| column | type | what it holds |\n|---|---|---|\n");
        rows(text, "", columns);
    }

    private static void rows(StringBuilder text, String prefix, List<? extends Column<?, ?>> columns) {
        for (Column<?, ?> column : columns) {
            String name = prefix + column.name();
            text.append("| `").append(name).append("` | ").append(word(column)).append(" | ").append(column.meaning())
                    .append(" |\n");
            if (!isStatistics(column)) {
                rows(text, name + (column.type() instanceof ListOf ? "[]." : "."), column.inner());
            }
        }
    }

    private static boolean isStatistics(Column<?, ?> column) {
        return column.type().equals(StatisticsColumns.INSTANCE.type());
    }

    private static String word(Column<?, ?> column) {
        return isStatistics(column) ? "statistics" : word(column.type());
    }

    private static String word(ColumnType type) {
        return switch (type) {
            case Leaf.TEXT -> "text";
            case Leaf.WHOLE -> "whole number";
            case Leaf.REAL -> "number";
            case Leaf.TRUTH -> "true or false";
            case ListOf list -> "list of " + word(list.element());
            case Struct struct -> "struct";
        };
    }
}
