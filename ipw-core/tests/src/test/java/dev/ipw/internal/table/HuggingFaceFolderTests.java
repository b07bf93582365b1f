package dev.ipw.internal.table;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import dev.ipw.internal.table.ColumnType.Leaf;
import dev.ipw.internal.table.ColumnType.Struct;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class HuggingFaceFolderTests {
    private static final Struct SCHEMA = ColumnType.builder()
            .text("problem")
            .whole("number")
            .struct("metrics", metrics -> metrics.real("joules").truth("right").list("flags", Leaf.TEXT))
            .build();

    @TempDir
    Path folder;

    @Test
    void writesTheFilesThatAreAskedFor() throws IOException, JsonSyntaxException {
        write(numbers(3));

        assertThat(names()).containsExactly("data-00000-of-00001.arrow", "data-00000-of-00001.arrow.crc32c",
                "dataset_info.json", "state.json");
        assertThat(folder.resolve("dataset_info.json")).content().isEqualToIgnoringWhitespace("{}");
        Map<?, ?> state = (Map<?, ?>) Json.toPlain(Json.parse(Files.readAllBytes(folder.resolve("state.json"))));
        assertThat(state).hasSize(7);
        assertThat(state.get("_data_files")).isEqualTo(List.of(Map.of("filename", "data-00000-of-00001.arrow")));
        assertThat(String.valueOf(state.get("_fingerprint"))).matches("[0-9a-f]{16}");
    }

    @Test
    void givesTheSameBytesAsTheStoredFolder() throws IOException {
        write(List.of(
                ArrowTableTests.row("problem", "2+2=", "number", 1L, "metrics",
                        ArrowTableTests.row("joules", 1.5, "right", true, "flags", List.of("SHORT"))),
                ArrowTableTests.row("problem", "näme", "number", null, "metrics", null)));

        for (String name : names()) {
            Golden.check("folder/" + name, Files.readAllBytes(folder.resolve(name)));
        }
    }

    @Test
    void splitsLongTablesIntoFilesThatKnowTheirNumber() {
        HuggingFaceFolderWriter.write(folder, SCHEMA, numbers(3500).iterator(), 1);

        assertThat(names())
                .contains("data-00000-of-00004.arrow", "data-00003-of-00004.arrow", "data-00003-of-00004.arrow.crc32c")
                .hasSize(10);
        assertThat(readNumbers()).hasSize(3500).isSorted();
    }

    @Test
    void writesATableWithoutRows() {
        write(List.of());

        HuggingFaceFolder read = HuggingFaceFolder.open(folder, Optional.empty());
        assertThat(read.schema()).isEqualTo(SCHEMA);
        assertThat(readNumbers()).isEmpty();
    }

    @Test
    void replacesADatasetAndLeavesOtherFilesAlone() throws IOException {
        Files.writeString(folder.resolve("journal.jsonl"), "kept");
        HuggingFaceFolderWriter.write(folder, SCHEMA, numbers(2500).iterator(), 1);
        HuggingFaceFolderWriter.write(folder, SCHEMA, numbers(1500).iterator(), 1);
        assertThat(readNumbers()).hasSize(1500);
        write(numbers(7));

        assertThat(readNumbers()).hasSize(7);
        assertThat(names()).containsExactly("data-00000-of-00001.arrow", "data-00000-of-00001.arrow.crc32c",
                "dataset_info.json", "journal.jsonl", "state.json");
        assertThat(folder.resolve("journal.jsonl")).hasContent("kept");
    }

    @Test
    void keepsTheOlderDatasetIfARowIsRefused() {
        write(numbers(2));
        List<Map<String, @Nullable Object>> rows = new ArrayList<>(numbers(1200));
        rows.add(ArrowTableTests.row("number", "three"));

        assertThatIllegalArgumentException().isThrownBy(() -> write(rows)).withMessageContaining("number");
        assertThat(readNumbers()).hasSize(2);
        assertThat(names()).hasSize(4);
    }

    @Test
    void showsAReaderTheOlderDatasetUntilTheNewOneIsWhole() {
        write(numbers(2));
        Iterator<Map<String, @Nullable Object>> rows = numbers(2100).iterator();

        HuggingFaceFolderWriter.write(folder, SCHEMA, new Iterator<Map<String, @Nullable Object>>() {
            private int given;

            @Override
            public boolean hasNext() {
                return rows.hasNext();
            }

            @Override
            public Map<String, @Nullable Object> next() {
                if (++given % 500 == 0) {
                    assertThat(readNumbers()).hasSize(2);
                }
                return rows.next();
            }
        }, HuggingFaceFolderWriter.DEFAULT_BYTES_PER_FILE);

        assertThat(readNumbers()).hasSize(2100);
    }

    @Test
    void writesAndReadsOnAnInterruptedThread() {
        Thread.currentThread().interrupt();
        try {
            write(numbers(3));
            assertThat(readNumbers()).hasSize(3);
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
        } finally {
            Thread.interrupted();
        }
    }

    @Test
    void removesWhatAKilledWriterLeft() throws IOException {
        Path left = Files.createDirectory(folder.resolve(".unfinished-dataset-of-a-killed-run"));
        Files.writeString(left.resolve("part-0.arrow"), "half");
        write(numbers(1));

        assertThat(names()).hasSize(4);
    }

    @Test
    void opensTheOnlySplitAndAsksForOneOfSeveral() throws IOException {
        for (String split : List.of("test", "train")) {
            Path splitFolder = Files.createDirectory(folder.resolve(split));
            HuggingFaceFolderWriter.write(splitFolder, SCHEMA, numbers(split.length()).iterator(), 1000);
        }
        Path splits = folder.resolve("dataset_dict.json");
        Files.writeString(splits, "{\"splits\": [\"test\"]}");
        assertThat(HuggingFaceFolder.open(folder, Optional.empty()).directory()).isEqualTo(folder.resolve("test"));

        Files.writeString(splits, "{\"splits\": [\"test\", \"train\"]}");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> HuggingFaceFolder.open(folder, Optional.empty()))
                .withMessageContaining("several splits")
                .withMessageContaining("test, train");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> HuggingFaceFolder.open(folder, Optional.of("dev")))
                .withMessageContaining("no split 'dev'")
                .withMessageContaining("test, train");
        try (Stream<?> rows = HuggingFaceFolder.open(folder, Optional.of("train")).rows()) {
            assertThat(rows).hasSize(5);
        }
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> HuggingFaceFolder.open(folder.resolve("test"), Optional.of("train")))
                .withMessageContaining("without splits");
    }

    @Test
    void refusesFoldersThatHoldNoDataset() throws IOException {
        assertRefused("holds neither state.json nor dataset_dict.json");
        Path state = folder.resolve("state.json");
        Files.writeString(state, "{");
        assertRefused("not JSON");
        Files.writeString(state, "{\"_data_files\": []}");
        assertRefused("names no data files");
        Files.writeString(state, "{\"_data_files\": [{\"filename\": \"../secret.arrow\"}]}");
        assertRefused("../secret.arrow");
        Files.writeString(state, "{\"_data_files\": [{\"filename\": \"lost.arrow\"}]}");
        assertThatExceptionOfType(InputException.class).isThrownBy(this::readNumbers)
                .withMessageContaining("lost.arrow");
    }

    private void assertRefused(String reason) {
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> HuggingFaceFolder.open(folder, Optional.empty()))
                .withMessageContaining(reason);
    }

    private void write(List<Map<String, @Nullable Object>> rows) {
        HuggingFaceFolderWriter.write(folder, SCHEMA, rows.iterator(), HuggingFaceFolderWriter.DEFAULT_BYTES_PER_FILE);
    }

    private static List<Map<String, @Nullable Object>> numbers(long count) {
        return LongStream.range(0, count).mapToObj(number -> ArrowTableTests.row("number", number)).toList();
    }

    private List<Long> readNumbers() {
        try (Stream<SequencedMap<String, @Nullable Object>> rows = HuggingFaceFolder.open(folder, Optional.empty())
                .rows()) {
            return rows.map(row -> (Long) row.get("number")).toList();
        }
    }

    private List<String> names() {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> String.valueOf(file.getFileName())).sorted().toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
