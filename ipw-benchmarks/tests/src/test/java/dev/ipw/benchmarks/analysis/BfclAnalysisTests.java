package dev.ipw.benchmarks.analysis;

import dev.ipw.analysis.AnalysisResult;
import dev.ipw.benchmarks.MadeQuery;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.ConfigurationException;
import dev.ipw.evaluation.Verdict;
import dev.ipw.record.ProfilingRecord;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

final class BfclAnalysisTests {
    private static final double TINY = 1e-12;

    /** Right answers and all answers of each category. */
    private static Map<String, int[]> counts() {
        Map<String, int[]> counts = new LinkedHashMap<>();
        counts.put("simple_python", new int[]{9, 10});
        counts.put("simple_java", new int[]{1, 2});
        counts.put("simple_javascript", new int[]{1, 4});
        counts.put("multiple", new int[]{4, 5});
        counts.put("parallel", new int[]{3, 5});
        counts.put("parallel_multiple", new int[]{2, 5});
        counts.put("live_simple", new int[]{8, 10});
        counts.put("live_multiple", new int[]{10, 30});
        counts.put("live_parallel", new int[]{1, 1});
        counts.put("live_parallel_multiple", new int[]{0, 1});
        counts.put("irrelevance", new int[]{5, 10});
        counts.put("live_irrelevance", new int[]{9, 10});
        counts.put("live_relevance", new int[]{1, 4});
        return counts;
    }

    private static CategoryAnswers answers(Map<String, int[]> counts) {
        CategoryAnswers answers = new CategoryAnswers();
        counts.forEach((category, count) -> {
            for (int at = 0; at < count[1]; at++) {
                answers.add(query(category, at, at < count[0] ? Verdict.CORRECT : Verdict.INCORRECT));
            }
        });
        return answers;
    }

    private static ProfilingRecord query(String category, int at, Verdict verdict) {
        String id = category + "_" + at;
        return MadeQuery.of(id, true, 1).judged(verdict).asking(
                DatasetRecord.builder(id, "?").metadata(Map.of("category", category)).build()).profiled();
    }

    private static OptionalDouble figure(AnalysisResult result, String name) {
        return result.figure(name).number();
    }

    @Test
    void addsUpAsTheLeaderboardAndMlperfDo() {
        AnalysisResult result = BfclAnalysis.analyze(answers(counts()));
        double simple = (0.9 + 0.5 + 0.25) / 3;
        double nonLive = (simple + 0.8 + 0.6 + 0.4) / 4;
        double live = 19 / 42.0;
        double hallucination = (0.5 + 0.9) / 2;

        assertThat(figure(result, "simple").orElseThrow()).isCloseTo(simple, within(TINY));
        assertThat(figure(result, "non_live").orElseThrow()).isCloseTo(nonLive, within(TINY));
        assertThat(figure(result, "live").orElseThrow()).isCloseTo(live, within(TINY));
        assertThat(figure(result, "hallucination").orElseThrow()).isCloseTo(hallucination, within(TINY));
        assertThat(figure(result, "relevance").orElseThrow()).isCloseTo(0.25, within(TINY));
        assertThat(figure(result, "mlperf_overall").orElseThrow()).isCloseTo(53 / 93.0, within(TINY));
        assertThat(figure(result, "mlperf_normalized").orElseThrow())
                .isCloseTo((nonLive + live + hallucination) / 3, within(TINY));
        assertThat(result.table("categories").orElseThrow().rows()).hasSize(13);
        assertThat(result.warnings()).isEmpty();
    }

    @Test
    void aFigureThatLacksACategoryIsAbsent() {
        Map<String, int[]> counts = counts();
        counts.remove("parallel");
        CategoryAnswers answers = answers(counts);
        answers.add(query("multiple", 99, Verdict.UNSCORED));
        AnalysisResult result = BfclAnalysis.analyze(answers);

        assertThat(figure(result, "non_live")).isEmpty();
        assertThat(figure(result, "mlperf_overall")).isEmpty();
        assertThat(figure(result, "live")).isPresent();
        assertThat(result.warnings()).containsExactly("1 answers have no verdict and are not counted");
    }

    @Test
    void aRunOfAnotherDatasetIsRefused() {
        assertThatThrownBy(() -> BfclAnalysis.analyze(new CategoryAnswers()))
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("bfcl");
    }
}
