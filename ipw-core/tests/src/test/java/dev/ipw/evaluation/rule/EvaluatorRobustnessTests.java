package dev.ipw.evaluation.rule;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.ConfigurationException;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.EvaluatorContext;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.evaluation.Verdict;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.PluginProvider;
import dev.ipw.plugin.Plugins;
import dev.ipw.testing.Answered;
import dev.ipw.testing.Draws;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Hold every evaluator to what must be true of any answer. */
@Tag("fuzz")
final class EvaluatorRobustnessTests {
    private static final Plugins<EvaluatorProvider> PLUGINS = Plugins.builder("evaluator", EvaluatorProvider.class)
            .build();
    /** How long huge answers are: {@code -Dipw.answers.chars=131072} takes longer. */
    private static final int HUGE = Integer.getInteger("ipw.answers.chars", Draws.of(1 << 12, 1 << 15));
    private static final int LARGEST = 8 * HUGE;
    private static final int ROUNDS = Draws.of(500, 5_000);
    /** What the rules look for, so that random answers meet them often. */
    private static final String[] PIECES = {"answer", "The answer is ", "Answer: ", "\\boxed{", "}", "{", "A", "B",
            " or ", " and ", "not ", "(", ")", "C) ",
            "**", "*", "_", "$", "\n", " ", "=", "1", "23", ",", ".", "'", "/", "%", "-", "−", "e5", "×10^", "½",
            "\\frac{", "km", "€", "<think>",
            "</think>", "is", "option ", "I ", "n't ", "\\text{", "1/", ":", "^", "\u0000", "\uD83D", "\uDE00", "é",
            "٣", "Ⅳ", "²", "minus ", "####"};

    static Stream<String> ids() {
        return Stream.of("exact", "numeric", "multiple-choice");
    }

    private static Evaluator evaluator(String id) {
        return PLUGINS.require(id).create(EvaluatorContext.builder().build(), Parameters.none("evaluator " + id));
    }

    private static DatasetRecord question(String id) {
        List<String> choices = id.equals("multiple-choice") ? List.of("Mars", "Venus", "12", "C") : List.of();
        return new DatasetRecord("q", "?", id.equals("numeric") ? "12.5 km" : "C", Optional.empty(), Optional.empty(),
                choices,
                Map.of());
    }

    @ParameterizedTest
    @MethodSource("ids")
    void judgesAnyTextAndTheSameWayTwice(String id) throws InterruptedException {
        Random random = new Random(7);
        Evaluator evaluator = evaluator(id);
        for (int round = 0; round < ROUNDS; round++) {
            StringBuilder answer = new StringBuilder();
            int pieces = random.nextInt(12);
            for (int piece = 0; piece < pieces; piece++) {
                answer.append(random.nextInt(4) > 0
                        ? PIECES[random.nextInt(PIECES.length)]
                        : String.valueOf((char) random.nextInt(Character.MAX_VALUE)));
            }
            Evaluation evaluation = evaluator.evaluate(question(id), Answered.with(answer.toString()));
            assertThat(evaluation.verdict()).isNotEqualTo(Verdict.UNSCORED);
            assertThat(evaluator.evaluate(question(id), Answered.with(answer.toString()))).isEqualTo(evaluation);
        }
    }

    @ParameterizedTest
    @MethodSource("ids")
    void judgesAnyReference(String id) throws InterruptedException {
        Random random = new Random(8);
        Evaluator evaluator = evaluator(id);
        for (int round = 0; round < ROUNDS; round++) {
            StringBuilder reference = new StringBuilder();
            for (int piece = random.nextInt(6); piece >= 0; piece--) {
                reference.append(PIECES[random.nextInt(PIECES.length)]);
            }
            assertThat(
                    evaluator.evaluate(DatasetRecord.of("q", "?", reference.toString()), Answered.with("12")).verdict())
                    .isNotNull();
        }
    }

    static Stream<String> patterns() {
        return Stream.of("a", "A ", "1", "1.", "1,", "1 ", "1/", " ", "\n", "(", ")", "((A", "A, ", "A or ", "*", "**",
                "_", "* a", "$", "$1",
                "\\boxed{", "\\text{", "\\frac{", "answer ", "answer", "answer is ", "answer: \n", "the answer to ",
                "Answer:", "not ", "= ", "1 = ", "12 or ",
                "'", "A'", ".", "A.", "!? ", "<think>", "</think>", "1e", "1×10^", "−", "- ", "is ", "choose ", "Mars ",
                "Mars\n", "½", "²", "½/", "####", ":", "A)\n",
                "minus ", "I don't ", "km ", "1 km ", "\u00A0", "\uD83D\uDE00", "{", "}", "`", "#", "> ", "1 (",
                "1 (a) ", "1, since ", "yes, ",
                "√", "1^", "2^2/", "1\n", "1st ", "12px ", "A: ", "Q: \nA: ", "some would say A ", "no, ", "is the ",
                " — a");
    }

    /** What backtracks does not hear an interrupt, so the limit of the suite needs a thread of its own to end it. */
    @ParameterizedTest
    @MethodSource("patterns")
    @Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void judgesHugeAnswersInBoundedTime(String pattern) throws InterruptedException {
        String huge = pattern.repeat(HUGE / pattern.length()) + "\n12.5 C";
        for (String id : ids().toList()) {
            assertThat(evaluator(id).evaluate(question(id), Answered.with(huge)).verdict()).isNotNull();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"A 1 ", "the answer is "})
    @Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void judgesTheLargestAnswersInBoundedTime(String pattern) throws InterruptedException {
        String largest = pattern.repeat(LARGEST / pattern.length());
        for (String id : ids().toList()) {
            assertThat(evaluator(id).evaluate(question(id), Answered.with(largest)).verdict()).isNotNull();
        }
    }

    @ParameterizedTest
    @MethodSource("ids")
    void callsBlankAnswersNoAttemptAndQuestionsWithoutAnswerUnscored(String id) throws InterruptedException {
        assertThat(evaluator(id).evaluate(question(id), Answered.with(" \n\t")).verdict())
                .isEqualTo(Verdict.NOT_ATTEMPTED);
        assertThat(evaluator(id).evaluate(DatasetRecord.of("q", "?", " "), Answered.with("12")).verdict())
                .isEqualTo(Verdict.UNSCORED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"exact", "numeric", "multiple-choice", "exact-match", "number", "mcq", "multiple_choice"})
    void isFoundByIdAndAlias(String id) {
        assertThat(PLUGINS.find(id)).map(PluginProvider::description).hasValueSatisfying(
                description -> assertThat(description).isNotBlank());
    }

    @Test
    void readsTolerancesAndRefusesNegativeOnes() throws InterruptedException {
        Parameters tolerant = Parameters.of("evaluator numeric", Map.of("absolute_tolerance", "1"));
        Evaluator evaluator = PLUGINS.require("numeric").create(EvaluatorContext.builder().build(), tolerant);
        tolerant.rejectUnknown();
        assertThat(evaluator.evaluate(DatasetRecord.of("q", "?", "12"), Answered.with("13")).verdict())
                .isEqualTo(Verdict.CORRECT);
        assertThatThrownBy(
                () -> PLUGINS.require("numeric")
                        .create(EvaluatorContext.builder().build(),
                                Parameters.of("evaluator numeric", Map.of("relative_tolerance", "-1"))))
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("must not be negative");
    }
}
