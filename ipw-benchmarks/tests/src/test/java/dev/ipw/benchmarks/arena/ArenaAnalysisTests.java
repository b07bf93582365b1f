package dev.ipw.benchmarks.arena;

import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.AnalysisTable;
import dev.ipw.analysis.AnalysisValue;
import dev.ipw.benchmarks.MadeQuery;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.ConfigurationException;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.TokenUsage;
import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryOutcome;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.statistics.Interval;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

@Tag("statistical")
final class ArenaAnalysisTests {
    private static final String REFERENCE = "a".repeat(1000);

    private static ProfilingRecord compared(String id, String category, String answer, String games) {
        DatasetRecord question = DatasetRecord.builder(id, "Question " + id)
                .metadata(Map.of("reference_answer", REFERENCE, "category", category)).build();
        ProfilingRecord made = MadeQuery.of(id, true, 1).asking(question).profiled();
        QueryOutcome outcome = QueryOutcome.of(id,
                ModelCall.answered(1, List.of(), InferenceResponse.of(answer, TokenUsage.server(1, 1)),
                        made.outcome().calls().getFirst().timeline()));
        Evaluation evaluation = answer.isBlank()
                ? Evaluation.notAttempted("The answer is empty").withScore(0)
                : new Evaluation(Verdict.CORRECT, Optional.empty(), "", Map.of("games", games));
        return new ProfilingRecord(question, made.model(), outcome, made.metrics(), "pairwise",
                Optional.of(evaluation), 1);
    }

    private static AnalysisResult analyzed(ProfilingRecord... records) {
        ArenaAnalysis.Gathered gathered = new ArenaAnalysis.Gathered();
        for (ProfilingRecord record : records) {
            gathered.add(0, record);
        }
        return ArenaAnalysis.analyze(List.of("one", "two"), gathered);
    }

    private static AnalysisValue score(AnalysisResult result, int row, String column) {
        AnalysisTable table = result.table("scores").orElseThrow();
        return table.value(table.rows().get(row), column);
    }

    /** A judge that likes long answers: the chance of a model is what it would be at equal length. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void takesOutWhatLengthAndMarkdownWinAndKeepsWhatTheModelWins(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] skill = {random.nextDouble(-0.6, 0), random.nextDouble(0, 0.6)};
        ArenaAnalysis.Gathered gathered = new ArenaAnalysis.Gathered();
        for (int question = 0; question < 400; question++) {
            for (int run = 0; run < 2; run++) {
                int length = random.nextInt(800, 4000);
                String answer = (random.nextInt(3) == 0 ? "# Heading\n" : "") + "b".repeat(length);
                double longer = (answer.length() - 1000.0) / (answer.length() + 1000.0);
                double wins = 1 / (1 + Math.exp(-(skill[run] + 3 * longer)));
                boolean first = random.nextDouble() < wins;
                boolean second = random.nextDouble() < wins;
                gathered.add(run, compared("q" + question, "hard_prompt", answer,
                        (first ? "A>B" : "B>A") + ", " + (second ? "B>A" : "A>B")));
            }
        }

        AnalysisResult result = ArenaAnalysis.analyze(List.of("one", "two"), gathered);

        for (int run = 0; run < 2; run++) {
            double truth = 1 / (1 + Math.exp(-skill[run]));
            AnalysisValue controlled = score(result, run, "score_style_controlled");
            assertThat(controlled.number().orElseThrow()).isCloseTo(truth, within(0.13));
            Interval interval = controlled.estimate().orElseThrow().interval();
            assertThat(interval.high() - interval.low()).isBetween(0.03, 0.3);
            assertThat(score(result, run, "score").number().orElseThrow()).as("with the judge's liking")
                    .isGreaterThan(controlled.number().orElseThrow() + 0.1);
        }
        AnalysisTable style = result.table("style").orElseThrow();
        assertThat(style.value(style.rows().getFirst(), "feature").text()).hasValue("length");
        assertThat(style.value(style.rows().getFirst(), "log_odds").estimate().orElseThrow().interval().low())
                .isPositive();
        assertThat(style.value(style.rows().get(1), "log_odds").estimate().orElseThrow().interval())
                .satisfies(headers -> assertThat(headers.low()).isLessThan(headers.high()));
        assertThat(result.warnings()).isEmpty();
    }

    @Test
    void aClearWinCountsThreeTimesAndCategoriesStandApart() {
        AnalysisResult result = analyzed(compared("a", "creative_writing", "x", "A>>B, A>B"),
                compared("b", "hard_prompt", "x", "A=B, A=B"));

        assertThat(score(result, 0, "category").text()).hasValue("creative_writing");
        assertThat(score(result, 0, "score").number().orElseThrow()).isCloseTo(3 / 4.0, within(1e-12));
        assertThat(score(result, 1, "score").number().orElseThrow()).isCloseTo(0.5, within(1e-12));
    }

    @Test
    void styleThatCannotBeToldFromTheModelLeavesNoFigure() {
        AnalysisResult result = analyzed(compared("a", "hard_prompt", "xx", "A>B, A>B"),
                compared("b", "hard_prompt", "yy", "A>B, B>A"));

        AnalysisValue controlled = score(result, 0, "score_style_controlled");
        assertThat(controlled.number()).isEmpty();
        assertThat(controlled.reason().orElseThrow()).contains("style from the model");
    }

    @Test
    void anEmptyAnswerLosesAndOneWithoutAVerdictIsLeftOut() {
        AnalysisResult result = analyzed(compared("a", "hard_prompt", "xx", "A>B, B>A"),
                compared("b", "hard_prompt", " ", ""), compared("c", "hard_prompt", "yy", "A>B, none"));

        assertThat(score(result, 0, "score").number().orElseThrow()).isCloseTo(0.5, within(1e-12));
        assertThat(score(result, 0, "games").count().orElseThrow()).isEqualTo(4);
        assertThat(result.warnings()).singleElement().asString().contains("1 compared answers have no verdict");
    }

    @Test
    void wantsAnswersThatWereCompared() {
        ArenaAnalysis.Gathered none = new ArenaAnalysis.Gathered();
        none.add(0, MadeQuery.of("q", true, 1).profiled());

        assertThatThrownBy(() -> ArenaAnalysis.analyze(List.of("one"), none))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("score a run with the evaluator pairwise");
    }

    @Test
    void countsMarkdownOutsideOfCode() {
        AnswerStyle style = AnswerStyle.of("""
                # One
                text with **bold** and __more__
                ## Two
                - item
                  * nested
                3. third
                ```
                # no heading
                - no item
                **not bold**
                ```
                ####### seven marks are no heading""");

        assertThat(style.headers()).isEqualTo(2);
        assertThat(style.lists()).isEqualTo(3);
        assertThat(style.bold()).isEqualTo(2);
        assertThat(style.difference(style)).containsExactly(0, 0, 0, 0);
        assertThat(AnswerStyle.of("abc").difference(AnswerStyle.of("a"))[0]).isEqualTo(0.5);
    }
}
