package dev.ipw.importing;

import dev.ipw.ProfileRun;
import dev.ipw.analysis.AnalysisTable;
import dev.ipw.analysis.definition.DefinitionsAnalysis;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Holds the row of a tool against what its own file says, for runs of that tool. */
class ImportedDefinitionsTests {
    private static final Path SAMPLES = Path.of("src", "test", "resources", "dev", "ipw", "importing");

    @TempDir
    Path runs;

    /** The latency of vLLM is that to the last message: ttft and itls, of which one of the sample's is 1 ms short. */
    @ParameterizedTest
    @CsvSource({
            "vllm, vllm/openai-infqps-concurrency2-demo-model-20260131-120010.json, vllm bench serve, 0.055, 0.1115",
            "guidellm, guidellm, guidellm, 0.125, 1.25", "aiperf, aiperf, aiperf, 0.055, 0.1115"})
    void givesTheMeansOfTheToolItself(String importer, String sample, String tool, double firstToken, double latency) {
        ProfileRun run = RunImport.of(importer).read(SAMPLES.resolve(sample)).runName("a").write(runs).getFirst();
        AnalysisTable table = run.analyze(new DefinitionsAnalysis()).table("metrics").orElseThrow();
        assertThat(mean(table, "time_to_first_token", tool)).isCloseTo(firstToken, within(1e-9));
        assertThat(mean(table, "end_to_end_latency", tool)).isCloseTo(latency, within(1e-9));
    }

    private static double mean(AnalysisTable table, String metric, String tool) {
        return table.rows().stream().filter(row -> table.value(row, "metric").value().equals(Optional.of(metric)))
                .filter(row -> tool.equalsIgnoreCase(String.valueOf(table.value(row, "tool").value().orElseThrow())))
                .findFirst().map(row -> (double) table.value(row, "mean").value().orElseThrow()).orElseThrow();
    }
}
