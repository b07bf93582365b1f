package dev.ipw.benchmarks;

import dev.ipw.dataset.DatasetProvider;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.EvaluatorContext;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import dev.ipw.query.QueryOutcome;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

final class ExampleCheckTests {
    private static final Plugins<EvaluatorProvider> EVALUATORS = Plugins.builder("evaluator", EvaluatorProvider.class)
            .build();
    /** These are judged by a model, or not at all. */
    private static final Set<String> WITH_JUDGE = Set.of("simpleqa", "frames", "hle", "browsecomp", "natural-reasoning",
            "rubric", "research-report", "pairwise", "none");
    /** These run programs. */
    private static final Set<String> WITH_SANDBOX = Set.of("humaneval", "mbpp", "livecodebench");

    static List<BenchmarkProvider> scoredByRule() {
        return Plugins.builder("dataset", DatasetProvider.class).build().all().stream()
                .filter(BenchmarkProvider.class::isInstance).map(BenchmarkProvider.class::cast)
                .filter(one -> !WITH_JUDGE.contains(one.benchmark().evaluator())
                        && !WITH_SANDBOX.contains(one.benchmark().evaluator()))
                .toList();
    }

    private static Evaluator evaluator(String id) {
        return EVALUATORS.require(id).create(EvaluatorContext.builder().build(), Parameters.none("evaluator " + id));
    }

    @ParameterizedTest
    @MethodSource("scoredByRule")
    void rightAnswersAreRightAndThoseOfOthersAreWrong(BenchmarkProvider benchmark) throws InterruptedException {
        ExampleCheck check = ExampleCheck.of(benchmark, evaluator(benchmark.benchmark().evaluator()));

        assertThat(check.problems()).filteredOn(problem -> !problem.contains("containers only")).isEmpty();
        assertThat(check.judged()).isGreaterThan(check.examples());
    }

    @Test
    void findsAnEvaluatorThatIsWrong() throws InterruptedException {
        BenchmarkProvider gsm8k = scoredByRule().stream().filter(one -> one.id().equals("gsm8k")).findFirst()
                .orElseThrow();
        Evaluator kind = new Evaluator() {
            @Override
            public Evaluation evaluate(DatasetRecord question, QueryOutcome outcome) {
                return Evaluation.correct();
            }
        };

        assertThat(ExampleCheck.of(gsm8k, kind).problems()).hasSize(2)
                .allMatch(problem -> problem.contains("is correct"));
    }
}
