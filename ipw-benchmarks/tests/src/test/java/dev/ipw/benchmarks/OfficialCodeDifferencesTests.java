package dev.ipw.benchmarks;

import dev.ipw.benchmarks.scoring.CalibrationError;
import dev.ipw.benchmarks.scoring.ConfidentAnswer;
import dev.ipw.dataset.DatasetProvider;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.EvaluatorContext;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.evaluation.Verdict;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import dev.ipw.testing.Answered;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * Shows where scores differ on purpose from those of official programs. Judges that answer in words are in JudgeTests, GPQA's order and
 * the baselines of Arena-Hard in HubBenchmarksTests, LiveCodeBench in CodeEvaluatorTests.
 */
final class OfficialCodeDifferencesTests {
    private static Evaluation judged(String evaluator, DatasetRecord question, String answer)
            throws InterruptedException {
        return Plugins.builder("evaluator", EvaluatorProvider.class).build().require(evaluator)
                .create(EvaluatorContext.builder().build(), Parameters.none("evaluator " + evaluator))
                .evaluate(question, Answered.with(answer));
    }

    private static DatasetRecord choice(String answer) {
        return DatasetRecord.builder("q", "?").answer(answer).choices(List.of("red", "green", "blue", "white")).build();
    }

    private static DatasetProvider dataset(String id) {
        return Plugins.builder("dataset", DatasetProvider.class).build().require(id);
    }

    @Test
    void hleCountsTheLastBinAndRoundsNothing() {
        List<ConfidentAnswer> answers = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            answers.add(new ConfidentAnswer(0.201, i < 20));
        }
        for (int i = 0; i < 100; i++) {
            answers.add(new ConfidentAnswer(0.9, false));
        }

        // The official program leaves the second bin out: 0.00 after its rounding.
        assertThat(CalibrationError.of(answers).orElseThrow().rootMeanSquare())
                .isEqualTo(Math.sqrt((0.001 * 0.001 + 0.9 * 0.9) / 2), within(1e-9));
    }

    @Test
    void mmluProDrawsNoRandomLetter() throws InterruptedException {
        Evaluation ours = judged("multiple-choice", choice("B"), "I do not know.");
        Evaluation official = judged("mmlu-pro-official", choice("B"), "no idea.");

        assertThat(ours.verdict()).isEqualTo(Verdict.NOT_ATTEMPTED);
        assertThat(official.verdict()).isEqualTo(Verdict.NOT_ATTEMPTED);
        assertThat(official.metadata()).containsEntry("official_random_accuracy", "0.2500");
    }

    @Test
    void mmluProTakesTheWordsAAndIForLettersAndWeDoNot() throws InterruptedException {
        String answer = "It is a colour that A painter likes.";

        assertThat(judged("mmlu-pro-official", choice("A"), answer).verdict()).isEqualTo(Verdict.CORRECT);
        assertThat(judged("multiple-choice", choice("A"), answer).verdict()).isNotEqualTo(Verdict.CORRECT);
    }

    @Test
    void twoMissingAnswersAreNotEqual() throws InterruptedException {
        assertThat(judged("math", DatasetRecord.of("q", "?", ""), "").verdict()).isNotEqualTo(Verdict.CORRECT);
        assertThat(judged("math", DatasetRecord.of("q", "?", "5"), "I have no answer").verdict())
                .isEqualTo(Verdict.NOT_ATTEMPTED);
    }

    @Test
    void theLastLetterCountsWhereSimpleEvalsTakesTheFirst() throws InterruptedException {
        String answer = "Answer: A\nNo, that is wrong.\nAnswer: B";

        assertThat(judged("simple-evals-choice", choice("A"), answer).verdict()).isEqualTo(Verdict.CORRECT);
        assertThat(judged("multiple-choice", choice("B"), answer).verdict()).isEqualTo(Verdict.CORRECT);
        assertThat(judged("choice", choice("B"), answer).verdict()).isEqualTo(Verdict.CORRECT);
    }

    @Test
    void liveResearchBenchIsLiveResearchBench() {
        assertThat(((BenchmarkProvider) dataset("liveresearchbench")).benchmark().source())
                .startsWith("Salesforce/LiveResearchBench");
        assertThat(((BenchmarkProvider) dataset("deepresearchbench")).benchmark().source())
                .contains("DeepResearch-Bench");
    }

    @Test
    void gaiaKeepsPunctuationInListsAndDropsItInTexts() throws InterruptedException {
        assertThat(judged("gaia", DatasetRecord.of("q", "?", "St. Paul"), "FINAL ANSWER: St Paul").verdict())
                .isEqualTo(Verdict.CORRECT);
        assertThat(
                judged("gaia", DatasetRecord.of("q", "?", "St. Paul, Bonn"), "FINAL ANSWER: St Paul, Bonn").verdict())
                .isEqualTo(Verdict.INCORRECT);
    }

    @Test
    void aPatchIsNotCalledRightWithoutItsTests() throws InterruptedException {
        DatasetRecord question = ((BenchmarkProvider) dataset("swebench")).examples().getFirst().record();
        String other = question.answer().replace("limit = 2", "limit = 3");

        assertThat(judged("swebench-patch", question, "```diff\n" + other + "\n```").verdict())
                .isEqualTo(Verdict.UNSCORED);
        assertThat(judged("swebench-patch", question, "```diff\n" + other.replace("@@ -1,2 +1,2 @@", "@@ -1,9 +1,9 @@")
                + "\n```").verdict()).isEqualTo(Verdict.INCORRECT);
        assertThat(judged("swebench-patch", question, "```diff\n" + other.replace("lib/core.py", "tests/test_core.py")
                + "\n```").verdict()).isEqualTo(Verdict.INCORRECT);
        assertThat(judged("swebench-patch", question, "I would raise the limit.").verdict())
                .isEqualTo(Verdict.NOT_ATTEMPTED);
        assertThat(judged("swebench-patch", question, question.answer().replace("@@ -1,2", "@@ -7,2")).verdict())
                .isEqualTo(Verdict.CORRECT);
    }
}
