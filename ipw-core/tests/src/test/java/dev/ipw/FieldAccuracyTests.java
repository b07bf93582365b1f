package dev.ipw;

import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.AnalysisTable;
import dev.ipw.analysis.internal.AccuracyAnalysis;
import dev.ipw.analysis.internal.AccuracyAnalysisProvider;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.ConfigurationException;
import dev.ipw.plugin.Parameters;
import dev.ipw.statistics.Interval;
import dev.ipw.statistics.internal.Proportion;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** Accuracy by fields of the questions' metadata. */
@Tag("real-time")
class FieldAccuracyTests {
    @TempDir
    Path runs;

    /** Twelve questions of two levels: all of the first are answered rightly, half of the second; one has no level. */
    private ProfileRun run() throws InterruptedException {
        List<DatasetRecord> questions = new ArrayList<>();
        for (int number = 0; number < 12; number++) {
            boolean isHard = number % 2 == 1;
            questions.add(DatasetRecord.builder("q" + number, "?").answer(isHard && number % 4 == 1 ? "no" : "yes")
                    .metadata(Map.of("level", isHard ? 2L : 1L, "checked", number < 6, "tags", List.of("a")))
                    .build());
        }
        questions.add(DatasetRecord.builder("plain", "?").answer("no").build());
        try (Profiler profiler = Profiler.builder().client(new FakeClient(prompt -> "yes"))
                .dataset(new FakeDataset(questions))
                .measurement(how -> how.telemetry("none").idleSeconds(0).warmupQueries(0)).output(runs).build()) {
            return profiler.run();
        }
    }

    private static AnalysisResult analyze(ProfileRun run, String by) {
        return run.analyze(new AccuracyAnalysisProvider().create(Parameters.of("analysis", Map.of("by", by))));
    }

    @Test
    void tellsEachValueOfAField() throws InterruptedException {
        AnalysisResult result = analyze(run(), "level, checked");

        AnalysisTable levels = result.table("by_level").orElseThrow();
        assertThat(levels.rows()).extracting(row -> levels.value(row, "value").text().orElseThrow())
                .containsExactlyInAnyOrder("1", "2");
        for (var row : levels.rows()) {
            boolean isHard = levels.value(row, "value").text().orElseThrow().equals("2");
            assertThat(levels.value(row, "correct").value()).contains(isHard ? 3L : 6L);
            assertThat(levels.value(row, "scored").value()).contains(6L);
            Interval interval = levels.value(row, "accuracy").interval().orElseThrow();
            assertThat(interval.low()).isCloseTo(new Proportion(isHard ? 3 : 6, 6).wilson(0.95).low(), within(1e-12));
        }
        assertThat(result.table("by_checked").orElseThrow().rows()).hasSize(2);
        assertThat(result.warnings()).contains("1 scored queries have no field 'level' and are in no row of its table");
    }

    @Test
    void namesTheFieldsThatThereAreTheNearestFirst() throws InterruptedException {
        ProfileRun run = run();

        assertThatThrownBy(() -> analyze(run, "levl")).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("No question of this run has the field 'levl'")
                .hasMessageEndingWith("the nearest first: level, checked, subject");
        assertThatThrownBy(() -> analyze(run, "tags")).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("a list");
        assertThatThrownBy(() -> analyze(run, "level,,x")).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("empty");
    }

    @Test
    void tellsNothingMoreWithoutFields() throws InterruptedException {
        AnalysisResult plain = run().analyze(new AccuracyAnalysis());

        assertThat(plain.tables()).noneMatch(table -> table.name().startsWith(AccuracyAnalysis.BY_FIELD));
        assertThat(plain.warnings()).noneMatch(warning -> warning.contains("no field"));
    }
}
