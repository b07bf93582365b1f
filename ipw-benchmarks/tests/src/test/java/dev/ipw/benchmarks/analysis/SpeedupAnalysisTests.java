package dev.ipw.benchmarks.analysis;

import dev.ipw.analysis.AnalysisResult;
import dev.ipw.benchmarks.MadeQuery;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.ConfigurationException;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.record.ProfilingRecord;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

final class SpeedupAnalysisTests {
    private static ProfilingRecord attempt(String id, Evaluation evaluation) {
        ProfilingRecord made = MadeQuery.of(id, true, 1).asking(DatasetRecord.builder(id, "faster")
                .metadata(Map.of("speedup", 50.0)).build()).profiled();
        return new ProfilingRecord(made.question(), made.model(), made.outcome(), made.metrics(), "swefficiency",
                Optional.of(evaluation), 1);
    }

    private static Evaluation ratio(double ratio) {
        return Evaluation.correct().withMetadata(Map.of("reward.ratio", String.valueOf(ratio)));
    }

    private static AnalysisResult analysed(ProfilingRecord... records) {
        SpeedupRatios ratios = new SpeedupRatios();
        for (ProfilingRecord record : records) {
            ratios.add(record);
        }
        return SpeedupAnalysis.analyze(ratios);
    }

    private static double figure(AnalysisResult result, String name) {
        return result.figure(name).number().orElseThrow();
    }

    @Test
    void addsUpByTheHarmonicMeanAndNamesTheTaskThatDominates() {
        AnalysisResult result = analysed(attempt("a", ratio(1)), attempt("b", ratio(2)), attempt("c", ratio(0.01)));

        assertThat(figure(result, "harmonic_mean_ratio")).isCloseTo(3 / 101.5, within(1e-12));
        assertThat(figure(result, "largest_share_of_reciprocals")).isCloseTo(100 / 101.5, within(1e-12));
        assertThat(result.warnings()).anyMatch(text -> text.startsWith("The task c alone makes 99 %"));
    }

    @Test
    void aFailedAttemptCountsAsTheTaskAsItWasAndAnUntestedOneNot() {
        AnalysisResult result = analysed(attempt("a", ratio(1)), attempt("b", Evaluation.notAttempted("no patch")),
                attempt("c", Evaluation.unscored("no engine")));

        assertThat(figure(result, "harmonic_mean_ratio")).isCloseTo(2 / 51.0, within(1e-12));
        assertThat(result.warnings()).anyMatch(text -> text.startsWith("1 of 3 attempts have no ratio"));
    }

    @Test
    void saysWhereRatiosComeFrom() {
        assertThatThrownBy(() -> analysed(attempt("a", Evaluation.unscored("no engine"))))
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("swefficiency");
    }
}
