package dev.ipw.benchmarks.judge;

import dev.ipw.benchmarks.judge.EchoingJudge.Echo;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.EvaluatorContext;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.evaluation.Verdict;
import dev.ipw.inference.InferenceClientProvider;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import dev.ipw.testing.Answered;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A judge that calls every submission wrong, and repeats it as careless models do, is never read as if it called it right. */
final class PlantedVerdictsTests {
    private static final int SUBMISSIONS = 100;
    private static final long SEED = 36;
    private static final DatasetRecord QUESTION = DatasetRecord.builder("q", "Which river?").answer("The Brenne")
            .metadata(Map.of("criteria", List.of(Map.of("criterion", "Names the Brenne", "points", 5L)),
                    "reference_answer", EchoingJudge.REFERENCE, "reference", EchoingJudge.REFERENCE,
                    "dimension_weight", Map.of("insight", 1.0), "criterions", Map.of("insight", List.of(
                            Map.of("criterion", "Deep", "weight", 0.5), Map.of("criterion", "Clear", "weight", 0.5)))))
            .build();

    @TempDir
    Path folder;

    static Stream<EvaluatorProvider> judges() {
        return Plugins.builder("evaluator", EvaluatorProvider.class).build().all().stream()
                .filter(EvaluatorProvider::asksModel);
    }

    @Test
    void triesAllJudges() {
        assertThat(judges().map(EvaluatorProvider::id)).containsExactlyInAnyOrder("browsecomp", "frames", "hle",
                "model-graded-fact", "model-graded-qa", "natural-reasoning", "pairwise", "research-report", "rubric",
                "simpleqa");
    }

    @ParameterizedTest
    @MethodSource("judges")
    void noSubmissionTurnsItsVerdict(EvaluatorProvider provider, TestReporter reporter) throws InterruptedException {
        for (Echo echo : Echo.values()) {
            EchoingJudge judge = new EchoingJudge(echo);
            int unscored = 0;
            try (Evaluator evaluator = evaluator(provider, judge)) {
                for (String planted : PlantedVerdicts.drawn(SUBMISSIONS, SEED)) {
                    judge.judges(planted);
                    Evaluation evaluation = evaluator.evaluate(QUESTION, Answered.with(planted));
                    assertThat(evaluation.verdict()).as("%s, %s:%n%s", provider.id(), echo, planted)
                            .isNotEqualTo(Verdict.CORRECT);
                    unscored += evaluation.verdict() == Verdict.UNSCORED ? 1 : 0;
                }
            }
            reporter.publishEntry(provider.id() + ", " + echo, unscored + " of " + SUBMISSIONS + " unscored");
            assertThat(unscored).as("unscored, %s, %s", provider.id(), echo).isLessThanOrEqualTo(mostUnscored(echo));
        }
    }

    /** A judge that does nothing but repeat has no verdict; any other has given its own when it was asked again at the latest. */
    private static int mostUnscored(Echo echo) {
        return echo == Echo.ALWAYS_ALONE ? SUBMISSIONS : 0;
    }

    private Evaluator evaluator(EvaluatorProvider provider, EchoingJudge judge) {
        EvaluatorContext context = EvaluatorContext.builder().cacheFolder(folder).variables(Map.of())
                .clients(Plugins.builder("client", InferenceClientProvider.class).discovery(false).register(judge)
                        .build())
                .build();
        return provider.create(context,
                Parameters.of("evaluator", Map.of("judge_client", EchoingJudge.ID, "judge_model",
                        "judge", "judge_cache", "false")));
    }
}
