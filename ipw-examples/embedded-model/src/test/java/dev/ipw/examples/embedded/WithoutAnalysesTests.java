package dev.ipw.examples.embedded;

import dev.ipw.ProfileRun;
import dev.ipw.Profiler;
import dev.ipw.analysis.RunFigure;
import dev.ipw.analysis.ServiceLevels;
import dev.ipw.error.ConfigurationException;
import dev.ipw.series.Experiment;
import dev.ipw.series.Repeats;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Runs of an application that has {@code ipw-core} without {@code ipw-analysis}. */
class WithoutAnalysesTests {
    private static final String ADVICE = "is not on the class path. Add the dependency dev.ipw:ipw-analysis";

    @TempDir
    private Path folder;

    private Profiler profiler() {
        return Profiler.builder().client("embedded").dataset("arithmetic").maxQueries(2)
                .measurement(how -> how.telemetry("none")).output(folder).build();
    }

    @Test
    void finishWithTheirAccuracy() throws InterruptedException {
        try (Profiler profiler = profiler()) {
            ProfileRun run = profiler.run();

            assertThat(run.path().resolve("analysis")).isDirectoryContaining("glob:**accuracy.json")
                    .isDirectoryNotContaining("glob:**latency.json");
            assertThat(run.efficiency().asked()).isEqualTo(2);
        }
    }

    @Test
    void nameTheArtifactOfAnAnalysis() throws InterruptedException {
        try (Profiler profiler = profiler()) {
            ProfileRun run = profiler.run();

            for (String analysis : List.of("latency", "slowest", "steady-state", "cost", "definitions", "pareto",
                    "regression")) {
                assertThatExceptionOfType(ConfigurationException.class).isThrownBy(() -> run.analyze(analysis))
                        .withMessage("The analysis '" + analysis + "' " + ADVICE);
            }
            assertThatExceptionOfType(ConfigurationException.class).isThrownBy(() -> run.comparedWith(run))
                    .withMessage("The comparison 'statistical' " + ADVICE);
        }
    }

    @Test
    void repeatWithoutTheFiguresOfTimes() throws InterruptedException {
        try (Profiler profiler = profiler()) {
            Experiment repeats = profiler.run(Repeats.of(2));

            assertThat(repeats.runs()).hasSize(2).allSatisfy(one -> {
                assertThat(one.figures().of(RunFigure.ACCURACY)).isPresent();
                assertThat(one.figures().of(RunFigure.TIME_TO_FIRST_TOKEN_P50)).isEmpty();
            });
        }
    }

    @Test
    void startNoSeriesWithServiceLevels() {
        try (Profiler profiler = profiler()) {
            Repeats withLevels = Repeats.of(2).keeping(ServiceLevels.parse("ttft=200ms"));

            assertThatExceptionOfType(ConfigurationException.class).isThrownBy(() -> profiler.run(withLevels))
                    .withMessage("The analysis 'latency' " + ADVICE);
            assertThat(folder).isEmptyDirectory();
        }
    }
}
