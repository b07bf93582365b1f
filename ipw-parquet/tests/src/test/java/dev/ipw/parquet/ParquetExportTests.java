package dev.ipw.parquet;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.InputException;
import dev.ipw.internal.secret.SecretRedactor;
import dev.ipw.internal.table.ColumnType;
import dev.ipw.internal.table.ColumnType.Leaf;
import dev.ipw.internal.table.ColumnType.ListOf;
import dev.ipw.internal.table.ColumnType.Struct;
import dev.ipw.internal.table.HuggingFaceFolder;
import dev.ipw.results.RunReader;
import dev.ipw.testing.MadeRunFolder;
import dev.ipw.testing.MadeRunFolder.Query;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ParquetExportTests {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 500})
    void keepsEveryRowOfTheDataset(int queries) {
        RunReader run = run(queries);
        Path file = folder.resolve("run.parquet");
        assertThat(ParquetExport.ALL.write(run, file)).isEqualTo(queries);
        assertThat(ParquetWriterTests.read(file)).isEqualTo(dataset(run));
    }

    @Test
    void leavesTextsOut() throws IOException {
        Path file = folder.resolve("figures.parquet");
        ParquetExport.FIGURES.write(run(1), file);
        Map<String, @Nullable Object> row = ParquetWriterTests.read(file).getFirst();
        assertThat(row).containsKeys("record_id", "model_metrics")
                .doesNotContainKeys("problem", "answer", "model_answers");
        assertThat(row.toString()).contains("headline_joules=400.0").doesNotContain("What is");
    }

    /** A new column of text must be put where it belongs: into this list, or among those that are left out. */
    @Test
    void keepsTheseColumnsOfText() {
        try (Stream<String> kept = texts("", FigureColumns.of(
                HuggingFaceFolder.open(run(1).directory().path(), Optional.empty()).schema()))) {
            assertThat(kept.map(path -> path.replace("made:1b.", "").replaceAll("^model_metrics\\.", ""))
                    .filter(path -> !path.matches(".*(scope|provenance|source|reason|flags|basis|device)")))
                    .containsExactly("subject", "record_id", "error.kind", "evaluator", "gpu_info.name",
                            "gpu_info.vendor", "gpu_info.device_type", "gpu_info.backend", "system_info.os_name",
                            "system_info.os_version", "system_info.kernel_version", "system_info.host_name",
                            "system_info.cpu_brand", "timeline.replica", "served_model", "calls.purpose",
                            "calls.error_kind", "calls.tool_calls", "tools.name", "tools.call_id", "query_phases.kind");
        }
    }

    @Test
    void keepsAnOlderFileWhereTheRunIsDamaged() throws IOException {
        RunReader run = run(3);
        Path file = Files.writeString(folder.resolve("run.parquet"), "older");
        Path data = run.directory().path().resolve("data-00000-of-00001.arrow");
        byte[] bytes = Files.readAllBytes(data);
        bytes[bytes.length / 2] ^= 1;
        Files.write(data, bytes);
        assertThatThrownBy(() -> ParquetExport.ALL.write(run, file)).isInstanceOf(InputException.class)
                .hasMessageContaining("damaged");
        assertThat(file).hasContent("older");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactlyInAnyOrder(file, run.directory().path());
        }
    }

    /** A key that was learned after the run was written; the compressed bytes around it stay as they are. */
    @Test
    void removesKeysFromTexts() {
        String key = "sk-parquet-4fQ8zLw2Rk7Tn9Xb";
        RunReader run = MadeRunFolder.write(folder.resolve("run"), 300, number -> Query.of(1, 1, 1, 2),
                number -> DatasetRecord.of("q" + number, number == 7 ? "My key is " + key : "What?", "x"));
        SecretRedactor.learn(key);
        Path file = folder.resolve("run.parquet");
        ParquetExport.ALL.write(run, file);
        assertThat(ParquetWriterTests.read(file)).hasSize(300).element(7).asString().contains("problem=My key is ")
                .doesNotContain("4fQ8zLw2Rk7T");
    }

    private RunReader run(int queries) {
        return MadeRunFolder.write(folder.resolve("run"), queries, number -> switch (number % 3) {
            case 0 -> Query.of(100, 20, 250_000_000, 900_000_000).using(400).onGpu(number, 300).reasoned();
            case 1 -> Query.of(10, 2, 1, 2).rightIf(false);
            default -> Query.of(10, 2, 1, 2).failing();
        });
    }

    private static List<SequencedMap<String, @Nullable Object>> dataset(RunReader run) {
        try (Stream<SequencedMap<String, @Nullable Object>> rows = HuggingFaceFolder
                .open(run.directory().path(), Optional.empty()).rows()) {
            return rows.toList();
        }
    }

    private static Stream<String> texts(String path, ColumnType type) {
        return switch (type) {
            case Struct struct -> {
                List<String> names = new ArrayList<>();
                struct.fields().forEach((name, field) -> texts(path.isEmpty() ? name : path + "." + name, field)
                        .forEach(names::add));
                yield names.stream();
            }
            case ListOf list -> texts(path, list.element());
            case Leaf leaf -> leaf == Leaf.TEXT ? Stream.of(path) : Stream.of();
        };
    }
}
