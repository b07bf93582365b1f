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
                .judge(new DatasetRecord("q", "Capital?", "Paris", Optional.empty(), Optional.empty(), List.of(),
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
            "The answer is London. No, wait.\nThe answer is Paris.",
            "Paris\n\nParis is the capital and largest city of France.",
            "**Paris**\n\nParis has been the capital for centuries.", "It's Paris.", "It’s Paris.", "In Paris.",
            "It will be Paris.", "It happened in Paris.", "Paris (from Latin Parisii)",
            "The capital is Paris (since 987).", "Paris — it has been so for centuries.",
            "Paris - the city on the Seine", "Paris, the city on the Seine.", "Paris is the capital of France."})
    void acceptsTheAnswerInManyForms(String answer) {
        assertThat(evaluate(answer).verdict()).as("%s: %s", answer, evaluate(answer)).isEqualTo(Verdict.CORRECT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"London", "Paris or London", "Paris, Texas", "Not Paris", "It is not Paris.",
            "The answer is not Paris.", "Parisian",
            "The answer is London, not Paris.", "Paris\nLondon", "I think it is either Lyon or is Paris",
            "The answer is London.\nParis", "Pari s",
            "It is **Paris** or **London**.", "It's not Paris.", "It cannot be Paris.", "It isn't in Paris.",
            "Paris is not the capital.", "Paris is the wrong answer.", "Paris (or London)", "Paris, maybe",
            "Paris - no, London.", "Paris and London", "Paris, and also London",
            "Paris\n\nWait, no. The capital is London after all.", "London, the bigger city than Paris",
            "I doubt whether it is Paris", "Paris\nLondon\nRome"})
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
            yes|Yes, all roses need water.
            yes|Yes — all roses are flowers.
            no|No, it cannot be in the box.
            no|No - it is too large.
            Au|Au (from Latin aurum)
            1945|In 1945.
            1945|The war ended in 1945.
            Saturday|It will be a Saturday.
            blue whale|The blue whale is the largest animal alive.
            3.5%|3.5%
            o'clock|o’clock
            """)
    void normalisesBothSides(String reference, String answer) {
        assertThat(evaluator.judge(DatasetRecord.of("q", "?", reference), answer).verdict())
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
            yes|Yes, no, it depends.
            yes|No, all roses need water, yes.
            no|Yes, there is no doubt.
            no|Yes. There is no doubt
            """)
    void keepsWhatTellsAnswersApart(String reference, String answer) {
        assertThat(evaluator.judge(DatasetRecord.of("q", "?", reference), answer).verdict())
                .isEqualTo(Verdict.INCORRECT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "..."})
    void leavesAQuestionWithoutAnswerUnscored(String reference) {
        assertThat(evaluator.judge(DatasetRecord.of("q", "?", reference), "Paris").verdict())
                .isEqualTo(Verdict.UNSCORED);
    }
}
