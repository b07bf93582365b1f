package dev.ipw.analysis.latency;

import dev.ipw.analysis.Analysis;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.AnalysisTable;
import dev.ipw.error.ConfigurationException;
import dev.ipw.plugin.Parameters;
import dev.ipw.record.Dimension;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.results.RunReader;
import dev.ipw.testing.MadeRunFolder;
import dev.ipw.testing.MadeRunFolder.Query;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class SlowestAnalysisTests {
    private static final long MILLI = 1_000_000;

    @TempDir
    Path folder;

    private RunReader run(int seed, int queries) {
        SplittableRandom random = new SplittableRandom(seed);
        return MadeRunFolder.write(folder.resolve("run" + seed), queries, number -> {
            long millis = random.nextLong(10, 2000);
            return Query.of(10, random.nextInt(1, 50), millis * MILLI / 2, millis * MILLI)
                    .using(random.nextDouble(0.1, 5)).rightIf(number % 3 == 0);
        });
    }

    private static Analysis analysis(Map<String, String> parameters) {
        return new SlowestAnalysisProvider().create(Parameters.of("slowest", parameters));
    }

    private static List<String> questions(AnalysisResult result) {
        AnalysisTable table = result.table("slowest").orElseThrow();
        return table.rows().stream().map(row -> table.value(row, "question").text().orElseThrow()).toList();
    }

    /** Sort them all, which the analysis does not. */
    private static List<String> sorted(RunReader run, Comparator<ProfilingRecord> worstFirst, int top) {
        try (Stream<ProfilingRecord> records = run.records()) {
            return records.sorted(worstFirst).limit(top).map(record -> record.question().id()).toList();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void listsTheWorstFirst(int seed) {
        RunReader run = run(seed, 40 + seed);

        assertThat(questions(new SlowestAnalysis().analyze(run))).isEqualTo(sorted(run, Comparator
                .comparingDouble((ProfilingRecord each) -> -Dimension.TIME_FROM_INTENDED_START.of(each).orElseThrow()),
                10));
        assertThat(questions(analysis(Map.of("by", "joules", "top", "3")).analyze(run))).isEqualTo(sorted(run,
                Comparator.comparingDouble((ProfilingRecord each) -> -Dimension.ENERGY_JOULES.of(each).orElseThrow()),
                3));
        assertThat(questions(analysis(Map.of("by", "throughput")).analyze(run))).isEqualTo(sorted(run,
                Comparator.comparingDouble(each -> Dimension.OUTPUT_TOKENS_PER_SECOND.of(each).orElseThrow()), 10));
    }

    @Test
    void tellsOfEachItsFiguresAndHowManyHaveNone() {
        RunReader run = run(7, 5);

        AnalysisResult result = analysis(Map.of("by", "ttft", "top", "100")).analyze(run);
        AnalysisTable table = result.table("slowest").orElseThrow();

        assertThat(table.rows()).hasSize(5);
        assertThat(table.columns()).extracting(column -> column.name()).containsExactly("question",
                "time_to_first_token", "time_from_intended_start", "time_per_output_token", "input_tokens",
                "output_tokens", "energy_joules", "correct");
        assertThat(result.figure("queries").count()).hasValue(5);
        assertThat(result.figure("queries_without_figure").count()).hasValue(0);
        AnalysisResult withoutCost = analysis(Map.of("by", "cost")).analyze(run);
        assertThat(withoutCost.figure("queries_without_figure").count()).hasValue(5);
        assertThat(withoutCost.table("slowest").orElseThrow().rows()).isEmpty();
    }

    @Test
    void refusesWhatIsNoDimensionAndNoNumber() {
        assertThatExceptionOfType(ConfigurationException.class).isThrownBy(() -> analysis(Map.of("by", "speed")))
                .withMessageStartingWith("Unknown dimension 'speed'. Available: ");
        assertThatExceptionOfType(ConfigurationException.class).isThrownBy(() -> analysis(Map.of("top", "0")))
                .withMessage("top must be from 1 to 10000, not 0");
        assertThatExceptionOfType(ConfigurationException.class).isThrownBy(() -> analysis(Map.of("topp", "3")));
    }
}
