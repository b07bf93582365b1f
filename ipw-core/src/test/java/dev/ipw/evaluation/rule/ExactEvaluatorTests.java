package dev.ipw.evaluation.rule;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

final class ExactEvaluatorTests {
    private final ExactEvaluator evaluator = new ExactEvaluator();

    private Evaluation evaluate(String answer) {
        return evaluator
                .evaluate(new DatasetRecord("q", "Capital?", "Paris", Optional.empty(), Optional.empty(), List.of(),
                        Map.of("accepted", List.of("City of Light"))), answer);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Paris", "paris", " PARIS. ", "**Paris**", "*Paris*", "`Paris`", "\"Paris\"", "“Paris”",
            "'Paris'", "Paris!", "\\boxed{Paris}",
            "\\boxed{\\text{Paris}}", "The answer is Paris.", "The answer is: **Paris**", "Answer: Paris",
            "**Answer:** Paris", "Answer:\nParis",
            "The capital of France is Paris.", "The capital of France is **Paris**, on the Seine.", "It is Paris.",
            "the city of light", "City  of\tLight.",
            "Let me think.\n\nParis", "<think>London?</think>\n\nParis",
            "Paris. It has been the capital for centuries.",
            "The answer is Paris. It has been so for long.", "Ｐａｒｉｓ", "- Paris", "# Paris", "(Paris)",
            "The answer is London. No, wait.\nThe answer is Paris."})
    void acceptsTheAnswerInManyForms(String answer) {
        assertThat(evaluate(answer).verdict()).as("%s: %s", answer, evaluate(answer)).isEqualTo(Verdict.CORRECT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"London", "Paris or London", "Paris, Texas", "Not Paris", "It is not Paris.",
            "The answer is not Paris.", "Parisian",
            "The answer is London, not Paris.", "Paris\nLondon", "I think it is either Lyon or is Paris",
            "The answer is London.\nParis", "Pari s",
            "It is **Paris** or **London**."})
    void refusesEverythingElse(String answer) {
        assertThat(evaluate(answer).verdict()).as("%s: %s", answer, evaluate(answer)).isEqualTo(Verdict.INCORRECT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " \n", "I don't know.", "I’m not sure", "I cannot answer that.",
            "Sorry, I do not know.", "Unknown", "<think>Paris"})
    void takesARefusalForNoAttempt(String answer) {
        assertThat(evaluate(answer).verdict()).as("%s: %s", answer, evaluate(answer)).isEqualTo(Verdict.NOT_ATTEMPTED);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            The Nile|Nile
            Nile|the Nile.
            the|The
            C++|C++
            C#|c#
            St. Petersburg|The answer is St. Petersburg.
            No|No.
            -5|-5
            H2O|H₂O
            Brasília|brasília
            yes|The answer is yes
            3.5%|3.5%
            o'clock|o’clock
            """)
    void normalisesBothSides(String reference, String answer) {
        assertThat(evaluator.evaluate(DatasetRecord.of("q", "?", reference), answer).verdict())
                .isEqualTo(Verdict.CORRECT);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            C|C++
            C#|C
            5|-5
            Brasília|Brasilia
            No|No. 5
            co-op|coop
            """)
    void keepsWhatTellsAnswersApart(String reference, String answer) {
        assertThat(evaluator.evaluate(DatasetRecord.of("q", "?", reference), answer).verdict())
                .isEqualTo(Verdict.INCORRECT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "..."})
    void leavesAQuestionWithoutAnswerUnscored(String reference) {
        assertThat(evaluator.evaluate(DatasetRecord.of("q", "?", reference), "Paris").verdict())
                .isEqualTo(Verdict.UNSCORED);
    }
}
