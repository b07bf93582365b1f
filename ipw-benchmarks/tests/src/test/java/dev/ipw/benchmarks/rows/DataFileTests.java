package dev.ipw.benchmarks.rows;

import dev.ipw.error.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class DataFileTests {
    private static final List<String> FLAT = List.of("id", "question", "score", "right", "subject", "name",
            "dotted.name");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"snappy.parquet", "zstd.parquet", "gzip.parquet", "none.parquet", "stream.arrow",
            "file.arrow", "plain.jsonl", "gzip.jsonl.gz", "zstd.ndjson.zst", "lines.json", "list.json", "list.json.gz",
            "nested.json", "columns.json"})
    void readsTheSameRowsFromEachFormat(String name) throws IOException {
        List<Row> rows = read(name);

        assertThat(rows).extracting(Row::fields).isEqualTo(ExpectedRows.all());
        assertThat(rows).extracting(row -> List.copyOf(row.fields().keySet()))
                .containsOnly(List.copyOf(ExpectedRows.all().getFirst().keySet()));
        assertThat(rows).extracting(Row::position).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L, 11L, 12L);
        assertThat(rows).extracting(Row::source).containsOnly("data/" + name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain.csv", "plain.tsv", "gzip.csv.gz"})
    void readsTheSameTextsFromFormatsWithoutTypes(String name) throws IOException {
        List<Row> rows = read(name);

        assertThat(rows).hasSize(ExpectedRows.COUNT);
        for (int index = 0; index < ExpectedRows.COUNT; index++) {
            Row row = rows.get(index);
            Map<String, Object> expected = ExpectedRows.all().get(index);
            assertThat(row.fields().keySet()).containsExactlyElementsOf(FLAT);
            for (String column : FLAT) {
                assertThat(row.text(column)).as(column)
                        .isEqualTo(Optional.ofNullable(expected.get(column)).map(Object::toString));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"snappy.parquet", "zstd.parquet", "gzip.parquet", "none.parquet", "stream.arrow",
            "file.arrow", "plain.jsonl", "gzip.jsonl.gz", "zstd.ndjson.zst", "lines.json", "list.json", "list.json.gz",
            "nested.json", "columns.json", "plain.csv", "plain.tsv", "gzip.csv.gz"})
    void refusesAFileThatWasCutInHalf(String name) throws IOException {
        byte[] whole = bytes(name);
        byte[] half = new byte[whole.length / 2];
        System.arraycopy(whole, 0, half, 0, half.length);
        Path file = Files.write(folder.resolve("3f2a"), half);

        assertThatExceptionOfType(InputException.class).isThrownBy(() -> count(file, "data/" + name))
                .withMessageStartingWith("data/" + name).withMessageNotContaining("3f2a");
    }

    @ParameterizedTest
    @ValueSource(strings = {"snappy.parquet", "file.arrow", "list.json", "list.json.gz", "gzip.csv.gz"})
    void refusesAnEmptyFileOfAFormatThatIsNeverEmpty(String name) throws IOException {
        Path file = Files.createFile(folder.resolve("3f2a"));

        assertThatExceptionOfType(InputException.class).isThrownBy(() -> count(file, name))
                .withMessageStartingWith(name);
    }

    @Test
    void readsNoRowsFromATableWithoutRows() throws IOException {
        assertThat(read("empty.parquet")).isEmpty();
    }

    @Test
    void knowsDataFilesByTheirNames() {
        assertThat(Stream.of("a/b.parquet", "B.JSONL", "c.ndjson.gz", "d.json.zst", "e.csv.GZ", "f.tsv", "g.arrow"))
                .allMatch(DataFile::isData);
        assertThat(Stream.of("README.md", "a.parquet.gz", "b.arrow.zst", "c.gz", "d.csv.zip", "jsonl", "e.json.gz.zst"))
                .noneMatch(DataFile::isData);
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> DataFile.rows(folder.resolve("x"), "README.md")).withMessageContaining("README.md")
                .withMessageContaining(".parquet");
    }

    @Test
    void opensTheFileOnlyWhenARowIsAskedFor() throws IOException {
        Path absent = folder.resolve("absent");
        for (String name : List.of("a.parquet", "a.arrow", "a.json", "a.jsonl", "a.csv")) {
            try (Stream<Row> rows = DataFile.rows(absent, name)) {
                assertThatExceptionOfType(InputException.class).isThrownBy(rows::count).withMessageContaining(name);
            }
            assertThatCode(() -> DataFile.rows(absent, name).close()).doesNotThrowAnyException();
        }
    }

    @Test
    void stopsInTheMiddleOfAFile() throws IOException {
        for (String name : List.of("snappy.parquet", "stream.arrow", "columns.json", "plain.jsonl", "plain.csv")) {
            try (Stream<Row> rows = DataFile.rows(copy(name), name)) {
                assertThat(rows.limit(2)).hasSize(2);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"snappy.parquet", "none.parquet"})
    void readsOnlyTheColumnsThatAreAskedFor(String name) throws IOException {
        Path file = copy(name);
        for (Set<String> columns : List.of(Set.of("question"), Set.of("id", "turns"), Set.of("person", "missing"),
                Set.of("name"), Set.of("dotted.name", "choices"))) {
            try (Stream<Row> rows = DataFile.rows(file, name, columns)) {
                List<Map<String, Object>> expected = ExpectedRows.all();
                expected.forEach(row -> row.keySet().retainAll(columns));
                assertThat(rows).extracting(Row::fields).isEqualTo(expected);
            }
        }
    }

    @Test
    void readsAllColumnsWhereNoneOfThoseAskedForExists() throws IOException {
        for (String name : List.of("zstd.parquet", "plain.jsonl")) {
            try (Stream<Row> rows = DataFile.rows(copy(name), name, Set.of("prompt"))) {
                assertThat(rows).extracting(Row::fields).isEqualTo(ExpectedRows.all());
            }
        }
    }

    @Test
    void saysWhatIsWrongWithACompressedTable() throws IOException {
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> count(copy("compressed.arrow"), "data/compressed.arrow"))
                .withMessageStartingWith("data/compressed.arrow").withMessageContaining("compressed with ZSTD");
    }

    @Test
    void readsFieldsOfSeveralMegabytes() throws IOException {
        String large = "x".repeat(15 << 20);
        Path file = Files.writeString(folder.resolve("large"), "id,text\n1,\"" + large + "\"\n");

        try (Stream<Row> rows = DataFile.rows(file, "large.csv")) {
            assertThat(rows).singleElement().satisfies(row -> assertThat(row.requiredText("text")).hasSize(15 << 20));
        }
    }

    private List<Row> read(String name) throws IOException {
        try (Stream<Row> rows = DataFile.rows(copy(name), "data/" + name)) {
            return rows.toList();
        }
    }

    private static long count(Path file, String name) {
        try (Stream<Row> rows = DataFile.rows(file, name)) {
            return rows.mapToLong(row -> 1).sum();
        }
    }

    /** A cache calls its files by their checksums. */
    private Path copy(String name) throws IOException {
        return Files.write(folder.resolve("3f2a" + Integer.toHexString(name.hashCode())), bytes(name));
    }

    static byte[] bytes(String name) throws IOException {
        try (InputStream stream = DataFileTests.class.getResourceAsStream(name)) {
            return stream.readAllBytes();
        }
    }
}
