package dev.ipw.parquet;

import dev.ipw.benchmarks.rows.DataFile;
import dev.ipw.benchmarks.rows.Row;
import dev.ipw.internal.table.ColumnType;
import dev.ipw.internal.table.ColumnType.Leaf;
import dev.ipw.internal.table.ColumnType.ListOf;
import dev.ipw.internal.table.ColumnType.Struct;
import dev.ipw.parquet.internal.ParquetWriter;
import dev.ipw.testing.Draws;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Reads what the writer wrote with a library of others. */
class ParquetWriterTests {
    private static final List<String> TEXTS = List.of("", "a", "größer", "漢字", "\uD83D\uDE00", "line\nbreak\0",
            "long ".repeat(500));

    @TempDir
    Path folder;

    @Test
    void keepsRandomRowsOfRandomColumns() throws IOException {
        for (int seed = 0; seed < Draws.of(60, 2_000); seed++) {
            Random random = new Random(seed);
            Struct table = struct(random, 0);
            List<Map<String, @Nullable Object>> rows = Stream.generate(() -> present(random, table))
                    .limit(random.nextInt(4) == 0 ? 1 : random.nextInt(300)).toList();
            assertThat(read(write(table, rows, 1 + random.nextInt(20_000)))).as("seed %d", seed).isEqualTo(rows);
        }
    }

    @Test
    void keepsEmptyListsInListsAndAbsentPartsApart() throws IOException {
        Struct table = ColumnType.builder().list("lists", new ListOf(Leaf.WHOLE))
                .list("structs", ColumnType.builder().text("name").list("flags", Leaf.TEXT).build()).build();
        List<Map<String, @Nullable Object>> rows = List.of(
                row("lists", List.of(List.of(), List.of()), "structs", Arrays.asList(null, row("name", "x", "flags",
                        List.of()))),
                row("lists", Arrays.asList(null, List.of(1L), Arrays.asList(2L, null)), "structs",
                        List.of(row("name", null, "flags", null))),
                row("lists", List.of(), "structs", null),
                row("lists", null, "structs", List.of()));
        assertThat(read(write(table, rows, Long.MAX_VALUE))).isEqualTo(rows);
    }

    @Test
    void keepsEveryNumber() throws IOException {
        Struct table = ColumnType.builder().whole("whole").real("real").build();
        List<Map<String, @Nullable Object>> rows = List.of(row("whole", Long.MIN_VALUE, "real", Double.MIN_VALUE),
                row("whole", Long.MAX_VALUE, "real", -0.0), row("whole", -1L, "real", Double.MAX_VALUE));
        assertThat(read(write(table, rows, Long.MAX_VALUE))).isEqualTo(rows);
    }

    @Test
    void leavesStructsWithoutFieldsOut() throws IOException {
        Struct none = ColumnType.builder().build();
        Struct table = ColumnType.builder().field("none", none).list("nothings", none).text("name").build();
        assertThat(read(write(table, List.of(row("none", Map.of(), "nothings", List.of(Map.of()), "name", "x")), 1)))
                .containsExactly(row("name", "x"));
    }

    @Test
    void refusesAValueOfAnotherType() {
        Struct table = ColumnType.builder().struct("outer", outer -> outer.whole("count")).build();
        assertThatThrownBy(() -> write(table, List.of(row("outer", row("count", "seven"))), 1))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("outer.count")
                .hasMessageContaining("WHOLE");
    }

    private Path write(Struct table, List<Map<String, @Nullable Object>> rows, long maxGroupBytes)
            throws IOException {
        Path file = folder.resolve("rows.parquet");
        try (OutputStream out = Files.newOutputStream(file);
                ParquetWriter writer = new ParquetWriter(table, out, maxGroupBytes)) {
            for (Map<String, @Nullable Object> row : rows) {
                writer.write(row);
            }
            assertThat(writer.finish()).isEqualTo(rows.size());
        }
        return file;
    }

    static List<Map<String, @Nullable Object>> read(Path file) {
        try (Stream<Row> rows = DataFile.rows(file, "rows.parquet")) {
            return rows.<Map<String, @Nullable Object>>map(Row::fields).toList();
        }
    }

    private static Struct struct(Random random, int depth) {
        ColumnType.Builder struct = ColumnType.builder();
        IntStream.rangeClosed(0, random.nextInt(4)).forEach(field -> struct.field("field " + field,
                type(random, depth)));
        return struct.build();
    }

    private static ColumnType type(Random random, int depth) {
        return switch (random.nextInt(depth < 4 ? 4 : 2)) {
            case 2 -> new ListOf(type(random, depth + 1));
            case 3 -> struct(random, depth + 1);
            default -> Leaf.values()[random.nextInt(Leaf.values().length)];
        };
    }

    private static @Nullable Object value(Random random, ColumnType type) {
        if (random.nextInt(5) == 0) {
            return null;
        }
        return switch (type) {
            case Struct struct -> present(random, struct);
            case ListOf list -> {
                List<@Nullable Object> elements = new ArrayList<>();
                IntStream.range(0, random.nextInt(4)).forEach(each -> elements.add(value(random, list.element())));
                yield elements;
            }
            case Leaf.TEXT -> TEXTS.get(random.nextInt(TEXTS.size()));
            case Leaf.WHOLE -> random.nextLong();
            case Leaf.REAL -> random.nextGaussian();
            case Leaf.TRUTH -> random.nextBoolean();
        };
    }

    private static Map<String, @Nullable Object> present(Random random, Struct struct) {
        Map<String, @Nullable Object> values = new HashMap<>();
        struct.fields().forEach((name, type) -> values.put(name, value(random, type)));
        return values;
    }

    private static Map<String, @Nullable Object> row(@Nullable Object... namesAndValues) {
        Map<String, @Nullable Object> row = new HashMap<>();
        for (int at = 0; at < namesAndValues.length; at += 2) {
            row.put(String.valueOf(namesAndValues[at]), namesAndValues[at + 1]);
        }
        return row;
    }
}
