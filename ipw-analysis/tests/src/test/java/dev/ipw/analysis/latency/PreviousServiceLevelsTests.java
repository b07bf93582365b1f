package dev.ipw.analysis.latency;

import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.ServiceLevels;
import dev.ipw.evaluation.internal.Evaluators;
import dev.ipw.profile.internal.AnalysisRunner;
import dev.ipw.progress.ProfilerListener;
import dev.ipw.results.RunReader;
import dev.ipw.testing.MadeRunFolder;
import dev.ipw.testing.MadeRunFolder.Query;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class PreviousServiceLevelsTests {
    private static final long MILLI = 1_000_000;

    @TempDir
    Path folder;

    private RunReader run;

    @BeforeEach
    void makeRun() {
        run = MadeRunFolder.write(folder.resolve("run"), 40,
                number -> Query.of(10, 20, (number + 1) * MILLI, 100 * MILLI).using(2).rightIf(true));
    }

    private AnalysisResult keep(LatencyAnalysis analysis) {
        return new AnalysisRunner(Evaluators.discovered(), new ProfilerListener() {
        }, failure -> {
            throw failure;
        }).analyze(run, analysis);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ttft=20ms", "ttft=20ms,tpot=1s", "joules=3,ttft=12.5ms", "throughput=0.00001"})
    void areUsedUntilOthersAreAskedFor(String levels) {
        AnalysisResult asked = keep(new LatencyAnalysis(ServiceLevels.parse(levels)));

        AnalysisResult again = keep(new LatencyAnalysis());

        assertThat(again.toJson()).isEqualTo(asked.toJson()).contains("slo_met");
        assertThat(new LatencyAnalysis().analyze(run).toJson()).isEqualTo(asked.toJson());
        assertThat(keep(new LatencyAnalysis(ServiceLevels.parse("ttft=5ms"))).figure("slo").text())
                .contains("time_to_first_token <= 0.005 s");
        assertThat(new LatencyAnalysis().analyze(run).figure("slo").text()).contains("time_to_first_token <= 0.005 s");
    }

    @Test
    void areNoneWhereTheKeptAnalysisHasNoneOrCannotBeRead() throws IOException {
        assertThat(keep(new LatencyAnalysis()).toJson()).doesNotContain("slo");
        Path kept = run.directory().analysis().resolve("latency.json");
        for (String torn : new String[]{"", "{\"summary\": {\"slo\": \"time_to_fi",
                "{\"summary\": {\"slo\": \"ttft\"}}",
                "{\"summary\": {\"slo\": \"unknown <= 1 s\"}}", "{\"summary\": {\"slo\": 1}}", "{}"}) {
            Files.writeString(kept, torn);
            assertThat(new LatencyAnalysis().analyze(run).toJson()).as(torn).doesNotContain("slo");
        }
    }
}
