package dev.ipw;

import dev.ipw.analysis.internal.AccuracyAnalysis;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.ConfigurationException;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.EvaluatorContext;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.evaluation.internal.Evaluators;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import dev.ipw.progress.ProfilerListener;
import dev.ipw.settings.EvaluationSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** With what parameters answers are judged again whose evaluation failed. */
@Tag("real-time")
class JudgeParametersTests {
    @TempDir
    Path runs;

    private final List<String> made = new ArrayList<>();

    /** An evaluator that notes what it is made with, and fails or finds all right. */
    private final class Judge implements EvaluatorProvider {
        private final String id;
        private final boolean isBroken;

        Judge(String id, boolean isBroken) {
            this.id = id;
            this.isBroken = isBroken;
        }

        @Override
        public String id() {
            return id;
        }

        @Override
        public List<String> aliases() {
            return List.of(id + "_alias");
        }

        @Override
        public String description() {
            return "notes its parameters";
        }

        @Override
        public boolean asksModel() {
            return true;
        }

        @Override
        public Evaluator create(EvaluatorContext context, Parameters parameters) {
            made.add(id + " by " + parameters.text("judge_model").orElse("nobody") + " at "
                    + parameters.text("judge_base_url").orElse("home") + ", limit "
                    + parameters.text("limit").orElse("none") + ", of "
                    + context.modelUnderTest().map(model -> model.model()).orElse("nobody"));
            return (question, outcome) -> isBroken ? Evaluation.failed("out of order") : Evaluation.correct();
        }
    }

    private ProfileRun failed(String evaluator, Map<String, String> parameters) throws InterruptedException {
        try (Profiler profiler = Profiler.builder().client(new FakeClient(prompt -> "yes"))
                .dataset(new FakeDataset(List.of(DatasetRecord.of("a", "?", "yes"))))
                .evaluation(judged -> judged.evaluator(evaluator).parameters(parameters))
                .plugins(plugins -> plugins.register(new Judge("strict", true)))
                .measurement(how -> how.telemetry("none").idleSeconds(0).warmupQueries(0)).output(runs).build()) {
            ProfileRun run = profiler.run();
            made.clear();
            return run;
        }
    }

    private Evaluators mended(Map<String, String> parameters) {
        return new Evaluators(Plugins.builder("evaluator", EvaluatorProvider.class)
                .register(new Judge("strict", false)).register(new Judge("kind", false)).build(),
                EvaluatorContext.builder().build(), EvaluationSettings.DEFAULTS.parameters(parameters));
    }

    private long right(ProfileRun run, AccuracyAnalysis analysis, Map<String, String> parameters) {
        try (Evaluators evaluators = mended(parameters)) {
            Object correct = run.analyze(analysis, evaluators, new ProfilerListener() {
            }).summary().get("correct");
            return correct instanceof Long count ? count : -1;
        }
    }

    @Test
    void areThoseOfTheRunWithItsModelUnderTest() throws InterruptedException {
        ProfileRun run = failed("strict", Map.of("judge_model", "j", "limit", "3"));

        assertThat(right(run, new AccuracyAnalysis().evaluatingAgain(3), Map.of())).isEqualTo(1);
        assertThat(made).containsExactly("strict by j at home, limit 3, of fake:1b");
    }

    @Test
    void areThoseOfTheRunUnderAnAliasToo() throws InterruptedException {
        ProfileRun run = failed("strict_alias", Map.of("judge_model", "j", "limit", "3"));

        assertThat(right(run, new AccuracyAnalysis().evaluatingAgain(3).evaluatingBy("strict"), Map.of()))
                .isEqualTo(1);
        assertThat(made).containsExactly("strict by j at home, limit 3, of fake:1b");
    }

    @Test
    void sayToAnotherEvaluatorWhoJudgesAndNothingElse() throws InterruptedException {
        ProfileRun run = failed("strict", Map.of("judge_model", "j", "limit", "3"));

        assertThat(right(run, new AccuracyAnalysis().evaluatingAgain(3).evaluatingBy("kind"), Map.of())).isEqualTo(1);
        assertThat(made).containsExactly("kind by j at home, limit none, of fake:1b");
    }

    @Test
    void areReplacedByThoseThatAreGivenNow() throws InterruptedException {
        ProfileRun run = failed("strict", Map.of("judge_model", "j", "limit", "3"));

        assertThat(right(run, new AccuracyAnalysis().evaluatingAgain(3), Map.of("judge_model", "other")))
                .isEqualTo(1);
        assertThat(made).containsExactly("strict by other at home, limit 3, of fake:1b");
    }

    @Test
    void doNotHoldSecretsOfTheRunAndSayWhichIsMissing() throws InterruptedException {
        ProfileRun run = failed("strict",
                Map.of("judge_model", "j", "judge_base_url", "http://me:secret@127.0.0.1:9/v1"));

        assertThatThrownBy(() -> right(run, new AccuracyAnalysis().evaluatingAgain(3), Map.of()))
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("'judge_base_url'")
                .hasMessageContaining("the evaluator parameter judge_base_url=...");
        assertThat(made).isEmpty();
        assertThat(right(run, new AccuracyAnalysis().evaluatingAgain(3),
                Map.of("judge_base_url", "http://127.0.0.1:9/v1"))).isEqualTo(1);
    }
}
