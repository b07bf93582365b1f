package dev.ipw.benchmarks.scoring;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.EvaluatorContext;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.evaluation.Verdict;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import dev.ipw.testing.Answered;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** Scores answers by the evaluators of evaluation frameworks, found as a run finds them. */
final class ScorerTests {
    private static Evaluation judged(String evaluator, DatasetRecord question, String answer, String... parameters) {
        Map<String, String> given = new HashMap<>();
        for (String parameter : parameters) {
            given.put(parameter.substring(0, parameter.indexOf('=')), parameter.substring(parameter.indexOf('=') + 1));
        }
        try {
            return Plugins.builder("evaluator", EvaluatorProvider.class).build().require(evaluator)
                    .create(EvaluatorContext.builder().build(), Parameters.of("evaluator " + evaluator, given))
                    .evaluate(question, Answered.with(answer.replace("\\n", "\n")));
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    private static DatasetRecord question(String answer) {
        return DatasetRecord.of("q", "?", answer);
    }

    private static DatasetRecord choice(String answer, int choices) {
        return DatasetRecord.builder("q", "?").answer(answer)
                .choices(List.of("red", "green", "blue", "white", "black", "grey").subList(0, choices)).build();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Paris | It is PARIS, of course   | correct
            Paris | It is London             | incorrect
            Paris | <think>Paris</think>Rome | incorrect
            """)
    void includes(String target, String answer, String verdict) {
        assertThat(judged("includes", question(target), answer).verdict().label()).isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            42   | The answer is 42.            |                             | correct
            42   | 42 is the answer             |                             | incorrect
            42   | 42 is the answer             | location=begin              | correct
            42   | So it is 42, I think         | location=any                | correct
            42   | 42                           | location=exact              | correct
            1000 | In all 1,000                 | numeric=true                | correct
            1000 | In all 1,000.5               | numeric=true                | incorrect
            0.5  | It is $0.50.                 | numeric=true                | correct
            5    | First 5, then 6              | numeric=true                | incorrect
            93.3 | It is $93.3$.                | numeric=true                | correct
            20   | It costs \\$20               | numeric=true                | correct
            42   | So \\(42\\)                  | numeric=true                | correct
            2e3  | In all 2000\u00a0m           | numeric=true                | correct
            -5   | It is 5                      |                             | incorrect
            5    | −5                           | location=exact              | incorrect
            50   | 50%                          | location=exact              | incorrect
            Bonn | bonn                         | ignore_case=false           | incorrect
            """)
    void match(String target, String answer, String parameter, String verdict) {
        assertThat(
                judged("match", question(target), answer, parameter == null ? new String[0] : new String[]{parameter})
                        .verdict().label())
                .isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            42 | result=42;       | pattern=result=(\\d+)                | correct
            42 | result=43;       | pattern=result=(\\d+)                | incorrect
            42 | nothing          | pattern=result=(\\d+)                | not_attempted
            ab | name: AB         | pattern=name:\\s*(?P<the_name>\\w+)   | correct
            """)
    void pattern(String target, String answer, String parameter, String verdict) {
        assertThat(judged("pattern", question(target), answer, parameter).verdict().label()).isEqualTo(verdict);
    }

    @Test
    void aPatternThatTakesForeverIsUnscored() {
        // If it went on for ever, the suite's own limit of a test would end it.
        Evaluation evaluation = judged("pattern", question("x"), "a".repeat(50_000) + "!", "pattern=((a+)+)$x");

        assertThat(evaluation.verdict()).isIn(Verdict.UNSCORED, Verdict.NOT_ATTEMPTED);
    }

    @Test
    void saysWhatIsWrongWithAnArgument() {
        assertThatThrownBy(() -> judged("pattern", question("x"), "y", "pattern=("))
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("'pattern' of the evaluator pattern");
        assertThatThrownBy(() -> judged("match", question("x"), "y", "location=middle"))
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("begin")
                .hasMessageContaining("middle");
        DatasetRecord wrong = DatasetRecord.builder("q", "?").answer("x")
                .metadata(Map.of("scoring", Map.of("location", "middle"))).build();
        assertThatThrownBy(() -> judged("match", wrong, "y")).isInstanceOf(InputException.class)
                .hasMessageContaining("of the record q");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Bonn  | ANSWER: bonn                   | pattern=line   | correct
            Bonn  | ANSWER: Berlin\\nANSWER: Bonn  | pattern=line   | correct
            C     | Answer: C) because             | pattern=letter | correct
            C     | The answer may be C            | pattern=letter | not_attempted
            seven | answer: seven things           | pattern=word   | correct
            3     | ANSWER: 3.14                   | pattern=word   | incorrect
            644   | ANSWER: 644,868.               | pattern=word   | incorrect
            -56   | Answer: 5 maybe\\nANSWER: -56. | pattern=word   | correct
            445   | ANSWER: -445                   | pattern=line   | incorrect
            -445  | ANSWER: **-445**.              | pattern=line   | correct
            50    | ANSWER: 50%                    | pattern=line   | incorrect
            $5    | ANSWER: €5                     | pattern=line   | incorrect
            5     | ANSWER: $5$                    | pattern=line   | correct
            C++   | ANSWER: C++.                   | pattern=line   | correct
            C     | ANSWER: C++                    | pattern=line   | incorrect
            """)
    void answer(String target, String answer, String parameter, String verdict) {
        assertThat(judged("answer", question(target), answer, parameter).verdict().label()).isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            the cat sat    | The cat sat.        | 1.0
            the cat sat    | A cat stood         | 0.5
            cat cat dog    | cat dog dog         | 0.6666666666666666
            blue           | red                 | 0.0
            1,000 people   | 1000 people         | 1.0
            """)
    void f1(String target, String answer, double score) {
        Evaluation evaluation = judged("f1", question(target), answer);

        assertThat(evaluation.score().orElseThrow()).isEqualTo(score, within(1e-12));
        assertThat(evaluation.verdict() == Verdict.CORRECT).isEqualTo(score >= 0.5);
        assertThat(judged("f1", question(target), answer, "pass_score=1").verdict() == Verdict.CORRECT)
                .isEqualTo(score == 1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            B   | ANSWER: B                          | correct
            B   | ANSWER: B.                         | correct
            B   | **ANSWER: B**                      | correct
            B   | answer: (b)                        | correct
            B   | ANSWER: A\\nNo:\\nANSWER: B        | correct
            B   | ANSWER: A                          | incorrect
            B   | It is B                            | not_attempted
            B   | ANSWER: Z                          | not_attempted
            A,C | ANSWER: A, C                       | correct
            A,C | ANSWER: C and A                    | correct
            A,C | ANSWER: A                          | incorrect
            A,C | So the ANSWER: A and C.            | correct
            A,C | 1. ANSWER: ac                      | correct
            A,C | ANSWER: A, C; done                 | correct
            A   | So the ANSWER: A and C.            | incorrect
            A   | ANSWER: A and C or so              | not_attempted
            A   | ANSWER: A is wrong, B is right     | not_attempted
            A   | ANSWER: A because of its colour    | correct
            A   | ANSWER: A\\nNo.\\nANSWER: H        | not_attempted
            A   | ANSWER: A\\nFINAL ANSWER: mercury  | correct
            A   | ANSWER: \\boxed{A}                 | correct
            """)
    void choice(String target, String answer, String verdict) {
        assertThat(judged("choice", choice(target, 4), answer).verdict().label()).isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            4          | FINAL ANSWER: 4                       | correct
            4          | FINAL ANSWER: $4                      | correct
            1000       | FINAL ANSWER: 1,000                   | correct
            4          | FINAL ANSWER: four                    | incorrect
            2, 3, 5    | FINAL ANSWER: 2,3,5                   | correct
            2, 3, 5    | FINAL ANSWER: 2, 3                    | incorrect
            2, 3, 5    | FINAL ANSWER: 3, 2, 5                 | incorrect
            Iron; Zinc | FINAL ANSWER: iron, zinc              | correct
            Iron       | FINAL ANSWER: i-r o n.                | correct
            Iron       | I think so.\\nIron                    | correct
            Iron       | FINAL ANSWER: Zinc\\nFINAL ANSWER: Iron | correct
            Iron       | **FINAL ANSWER:** **Iron**            | correct
            """)
    void gaia(String target, String answer, String verdict) {
        assertThat(judged("gaia", question(target), answer).verdict().label()).isEqualTo(verdict);
    }

    private static DatasetRecord calls(String truth) {
        return DatasetRecord.builder("q", "?").answer(truth).metadata(Map.of("ground_truth", truth)).build();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            [{"f":{"a":[1],"b":["x",""]}}]            | [f(a=1, b="x")]                           | correct
            [{"f":{"a":[1],"b":["x",""]}}]            | [f(a=1)]                                  | correct
            [{"f":{"a":[1],"b":["x",""]}}]            | [f(a=1, b="y")]                           | incorrect
            [{"f":{"a":[1]}}]                         | [f(a=1.0)]                                | incorrect
            [{"f":{"a":[1.0]}}]                       | [f(a=1)]                                  | correct
            [{"f":{"a":[true]}}]                      | [f(a=1)]                                  | incorrect
            [{"f":{"a":["New York"]}}]                | [f(a="new-york")]                         | correct
            [{"f":{"a":[[1,2]]}}]                     | [f(a=[1, 2])]                             | correct
            [{"f":{"a":[1]}}]                         | ```python\\n[f(a=1)]\\n```                | correct
            [{"f":{"a":[1]}}]                         | [{"name": "f", "arguments": {"a": 1}}]    | correct
            [{"f":{"a":[1]}},{"g":{}}]                | [g(), f(a=1)]                             | correct
            [{"f":{"a":[1]}},{"f":{"a":[1,2]}}]       | [f(a=1), f(a=2)]                          | correct
            [{"f":{"a":[1]}}]                         | [f(a=1), f(a=1)]                          | incorrect
            [{"f":{"a":[1]}}]                         | [f(a=1, c=2)]                             | incorrect
            [{"f":{"a":[1]}}]                         | [f(a=__import__('os').system('true'))]    | incorrect
            [{"f":{"a":[1]}}]                         | I cannot do that.                         | incorrect
            []                                        | No function fits.                         | correct
            """)
    void bfcl(String truth, String answer, String verdict) {
        assertThat(judged("bfcl", calls(truth), answer).verdict().label()).isEqualTo(verdict);
    }

    @Test
    void aRecordWithoutAnAnswerIsUnscored() {
        for (String evaluator : List.of("includes", "match", "f1", "answer", "gaia")) {
            assertThat(judged(evaluator, question(""), "x").verdict()).isEqualTo(Verdict.UNSCORED);
            assertThat(judged(evaluator, question("x"), " ").verdict()).isEqualTo(Verdict.NOT_ATTEMPTED);
        }
    }
}
