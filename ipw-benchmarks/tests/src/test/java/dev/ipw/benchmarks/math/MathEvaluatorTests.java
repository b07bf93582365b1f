package dev.ipw.benchmarks.math;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.ConfigurationException;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.EvaluatorContext;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.evaluation.Verdict;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.ServerTimings;
import dev.ipw.inference.TokenUsage;
import dev.ipw.plugin.Parameters;
import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryOutcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

final class MathEvaluatorTests {
    private static Evaluator evaluator(Map<String, String> parameters) {
        EvaluatorProvider provider = ServiceLoader.load(EvaluatorProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(candidate -> candidate.id().equals("math")).findFirst().orElseThrow();
        return provider.create(EvaluatorContext.builder().build(), Parameters.of("evaluator math", parameters));
    }

    private static Evaluation evaluate(String gold, String text) throws InterruptedException {
        return evaluate(DatasetRecord.of("q", "What is it?", gold), text, Map.of());
    }

    private static Evaluation evaluate(DatasetRecord question, String text, Map<String, String> parameters)
            throws InterruptedException {
        try (Evaluator evaluator = evaluator(parameters)) {
            return evaluator.evaluate(question, outcome(text));
        }
    }

    private static QueryOutcome outcome(String text) {
        ResponseTimeline timeline = new ResponseTimeline(0, OptionalLong.of(1), OptionalLong.of(2), OptionalLong.of(2),
                OptionalLong.of(2), OptionalLong.of(3), 4, new long[0]);
        return QueryOutcome.of("q", ModelCall.answered(1, List.of(), new InferenceResponse(text, Optional.empty(),
                TokenUsage.absent(), Optional.empty(), ServerTimings.UNKNOWN, OptionalDouble.empty(),
                Optional.empty(), List.of()), timeline));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '`', textBlock = """
            \\frac{1}{2} ~ So it is $\\boxed{0.5}$. ~ CORRECT
            \\frac{1}{2} ~ So it is $\\boxed{0.6}$. ~ INCORRECT
            $\\boxed{3}$ ~ The answer is 3. ~ CORRECT
            5 ~ <think>\\boxed{4}</think>\\boxed{5} ~ CORRECT
            5 ~ <think>\\boxed{5}</think>\\boxed{4} ~ INCORRECT
            5 ~ <think>\\boxed{5} ~ NOT_ATTEMPTED
            5 ~ I cannot solve this. ~ NOT_ATTEMPTED
            """)
    void judgesTheFinalAnswer(String gold, String text, Verdict verdict) throws InterruptedException {
        assertThat(evaluate(gold, text).verdict()).isEqualTo(verdict);
    }

    @Test
    void doesNotTakeTwoMissingAnswersForEqual() throws InterruptedException {
        assertThat(evaluate("", "").verdict()).isEqualTo(Verdict.UNSCORED);
        assertThat(evaluate("\\boxed{}", "\\boxed{}").verdict()).isEqualTo(Verdict.NOT_ATTEMPTED);
        assertThat(evaluate("5", "").verdict()).isEqualTo(Verdict.NOT_ATTEMPTED);
    }

    @Test
    void takesAnyAcceptedAnswer() throws InterruptedException {
        DatasetRecord question = DatasetRecord.builder("q", "What is it?").answer("5")
                .metadata(Map.of("accepted", List.of("6"))).build();

        assertThat(evaluate(question, "\\boxed{6}", Map.of()).verdict()).isEqualTo(Verdict.CORRECT);
        assertThat(evaluate(question, "\\boxed{7}", Map.of()).verdict()).isEqualTo(Verdict.INCORRECT);
    }

    @Test
    void saysWhatItReadAndWhatDecided() throws InterruptedException {
        Evaluation evaluation = evaluate("\\frac12", "\\boxed{\\sin 30^\\circ}");

        assertThat(evaluation.extracted()).contains("\\sin 30^\\circ");
        assertThat(evaluation.reason()).isEqualTo("Equals the right answer at points");
        assertThat(evaluation.metadata()).containsEntry("compared", "at points");
        assertThat(evaluation.usage().modelCalls()).hasValue(0);
    }

    @Test
    void countsAnAnswerBeyondTheLimitsAsWrongAndARightAnswerBeyondThemAsUnscored() throws InterruptedException {
        String bomb = "(".repeat(100) + "1" + ")".repeat(100);

        assertThat(evaluate("1", "\\boxed{" + bomb + "}").verdict()).isEqualTo(Verdict.INCORRECT);
        assertThat(evaluate(bomb, "\\boxed{1}").verdict()).isEqualTo(Verdict.UNSCORED);
    }

    @Test
    void roundsDecimalsWhereThatIsAskedFor() throws InterruptedException {
        DatasetRecord question = DatasetRecord.of("q", "What is it?", "\\frac13");

        assertThat(evaluate(question, "\\boxed{0.333}", Map.of()).verdict()).isEqualTo(Verdict.INCORRECT);
        assertThat(evaluate(question, "\\boxed{0.333}", Map.of("decimal_places", "3")).verdict())
                .isEqualTo(Verdict.CORRECT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "13", "1.5", "-1"})
    void refusesPlacesThatAreNone(String places) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> evaluator(Map.of("decimal_places", places))).withMessageContaining("from 1 to 12");
    }
}
