package dev.ipw.importing;

import dev.ipw.ProfileRun;
import dev.ipw.error.InputException;
import dev.ipw.internal.table.ColumnType;
import dev.ipw.internal.table.ColumnType.Struct;
import dev.ipw.internal.table.HuggingFaceFolderWriter;
import dev.ipw.record.EnergyMetrics;
import dev.ipw.run.LoadSettings;
import dev.ipw.run.RunConfiguration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Reads runs of the Python ipw whose rows do not agree, or say too much. */
class ReferenceScopeTests {
    private static final Struct SCHEMA = ColumnType.builder().text("problem", "answer")
            .struct("model_metrics", models -> models.struct("m", metrics -> metrics
                    .struct("energy_metrics", energy -> energy.text("basis").real("per_query_joules",
                            "cpu_per_query_joules", "soc_per_query_joules"))
                    .struct("latency_metrics", latency -> latency.real("total_query_seconds"))
                    .struct("gpu_info", gpu -> gpu.text("name", "vendor"))))
            .build();

    @TempDir
    Path folder;

    @Test
    void doesNotPutProcessorJoulesWhereTheRunIsOfTheBoard() throws IOException {
        List<EnergyMetrics> rows = energies(List.of(row("gpu", 400.0, 80.0, null, "NVIDIA"),
                row("gpu", 0.0, 80.0, null, "NVIDIA"), row(null, null, 80.0, null, "NVIDIA")));
        assertThat(rows).extracting(EnergyMetrics::headlineScope).containsOnly("gpu");
        assertThat(rows).extracting(row -> row.headline().isAvailable()).containsExactly(true, false, false);
        assertThat(rows.get(1).devices()).extracting(device -> device.device()).containsExactly("cpu");
    }

    @Test
    void takesTheStoredBasisForTheWholeRun() throws IOException {
        List<EnergyMetrics> rows = energies(List.of(row(null, 300.0, null, null, "Apple"),
                row("soc", 300.0, null, 500.0, "Apple"), row("gpu", 300.0, null, null, "Apple")));
        assertThat(rows).extracting(EnergyMetrics::headlineScope).containsOnly("soc");
        assertThat(rows).extracting(row -> row.headline().isAvailable()).containsExactly(false, true, false);
    }

    @ParameterizedTest
    @CsvSource({"Apple, soc", "NVIDIA, gpu"})
    void goesByTheVendorWhereNoBasisIsStored(String vendor, String scope) throws IOException {
        List<EnergyMetrics> rows = energies(List.of(row(null, 300.0, 80.0, 500.0, vendor),
                row(null, null, 80.0, null, vendor)));
        assertThat(rows).extracting(EnergyMetrics::headlineScope).containsOnly(scope);
        assertThat(rows).extracting(row -> row.headline().isAvailable()).containsExactly(true, false);
    }

    @Test
    void countsZeroJoulesOfTheChip() throws IOException {
        ProfileRun run = imported("{}",
                List.of(row("soc", 300.0, null, 0.0, "Apple"), row("soc", 0.0, null, 5.0, "Apple")));
        assertThat(run.summary().warnings()).anyMatch(warning -> warning.startsWith("1 queries have 0 J"));
    }

    @Test
    void asksOneAtATimeWhateverIsConfigured() throws IOException {
        RunConfiguration configuration = imported(
                "{\"profiler_config\":{\"max_concurrency\":99999999999,\"client_id\":\"vllm\"}}",
                List.of(row("gpu", 400.0, null, null, "NVIDIA"))).summary().configuration();
        assertThat(configuration.load()).isEqualTo(LoadSettings.ofConcurrency(1));
        assertThat(configuration.client().details()).containsEntry("max_concurrency", "99999999999")
                .containsEntry("origin_times", "coarse");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "{\"system_info\":{\"cpu_count\":99999999999}} | system_info: cpu_count must be a whole number",
            "{\"gpu_info\":{\"name\":\"x\",\"device_id\":99999999999}} | gpu_info: device_id must be a whole number",
            "{\"generated_at\":1e300} | generated_at must be seconds"})
    void refusesNumbersThatAreTooLarge(String summary, String message) {
        assertThatThrownBy(() -> imported(summary, List.of(row("gpu", 400.0, null, null, "NVIDIA"))))
                .isInstanceOf(InputException.class).hasMessageContaining("summary.json").hasMessageContaining(message);
    }

    @Test
    void refusesQueriesThatTakeCenturies() {
        List<SequencedMap<String, @Nullable Object>> rows = new ArrayList<>();
        for (int row = 0; row < 1200; row++) {
            rows.add(row("gpu", 1.0, null, null, "NVIDIA", 8e6));
        }
        assertThatThrownBy(() -> imported("{}", rows)).isInstanceOf(InputException.class)
                .hasMessageContaining("row 1125: total_query_seconds adds up to more than 9000000000 seconds");
    }

    private List<EnergyMetrics> energies(List<SequencedMap<String, @Nullable Object>> rows) throws IOException {
        return RunImportTests.records(imported("{}", rows)).stream().map(one -> one.metrics().energy()).toList();
    }

    private ProfileRun imported(String summary, List<SequencedMap<String, @Nullable Object>> rows)
            throws IOException {
        Path run = Files.createDirectories(folder.resolve("profile"));
        HuggingFaceFolderWriter.write(run, SCHEMA, rows.iterator(), HuggingFaceFolderWriter.DEFAULT_BYTES_PER_FILE);
        Files.writeString(run.resolve("summary.json"), summary);
        return RunImport.of("ipw").read(run).write(folder.resolve("runs")).getFirst();
    }

    private static SequencedMap<String, @Nullable Object> row(@Nullable String basis, @Nullable Double board,
            @Nullable Double processor, @Nullable Double chip, String vendor) {
        return row(basis, board, processor, chip, vendor, 2.0);
    }

    private static SequencedMap<String, @Nullable Object> row(@Nullable String basis, @Nullable Double board,
            @Nullable Double processor, @Nullable Double chip, String vendor, double seconds) {
        SequencedMap<String, @Nullable Object> energy = map("basis", basis);
        energy.put("per_query_joules", board);
        energy.put("cpu_per_query_joules", processor);
        energy.put("soc_per_query_joules", chip);
        SequencedMap<String, @Nullable Object> gpu = map("name", "a chip");
        gpu.put("vendor", vendor);
        SequencedMap<String, @Nullable Object> metrics = map("energy_metrics", energy);
        metrics.put("latency_metrics", map("total_query_seconds", seconds));
        metrics.put("gpu_info", gpu);
        SequencedMap<String, @Nullable Object> row = map("problem", "Why?");
        row.put("answer", "So");
        row.put("model_metrics", map("m", metrics));
        return row;
    }

    private static SequencedMap<String, @Nullable Object> map(String name, @Nullable Object value) {
        SequencedMap<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put(name, value);
        return map;
    }
}
