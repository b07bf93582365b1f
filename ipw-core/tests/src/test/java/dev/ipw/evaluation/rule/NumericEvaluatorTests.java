package dev.ipw.evaluation.rule;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import java.util.Objects;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

final class NumericEvaluatorTests {
    private final NumericEvaluator evaluator = new NumericEvaluator(OptionalDouble.empty(), OptionalDouble.empty());

    private Evaluation evaluate(String reference, String answer) {
        return evaluator.judge(DatasetRecord.of("q", "How many?", reference), answer);
    }

    @ParameterizedTest
    @ValueSource(strings = {"475", "475.", "= 475", "475.0", "\\boxed{475}", "The answer is 475.", "**475**",
            "417+58=475",
            "417 + 58 = **475**", "The answer is 417 + 58 = 475.", "So 417 plus 58 gives 475.", "Answer: 475 apples",
            "#### 475",
            "$475$", "\\(475\\)", "+475", "4.75e2", "4.75 × 10^2", "4.75 \\times 10^{2}", "4.75 × 10²", "950/2",
            "\\frac{950}{2}",
            "**Answer:** 475", "Answer:\n475", "The answer is 475, which is 417 + 58.", "Not 474 but 475.",
            "It is not 474. It is 475.",
            "The answer is not 474 but 475.", "The answer is 475 (417 + 58).",
            "Step 1: 400 + 50 = 450\nStep 2: 17 + 8 = 25\nTotal: 475",
            "1. Add 400 and 75.\n2. The result is 475.", "<think>maybe 400 or 500</think>475",
            "475\n\nLet me know if that helps!",
            "The answer is:\n\n475", "x = 475", "The answer is 475; that is all.", "The sum is 475!", "- 475",
            "First I got 470, but the answer is 475.",
            "The answer is 470.\nLet me check again.\nThe answer is 475.", "{\"answer\": 475}", "<answer>475</answer>",
            "475\u00A0", "０ is wrong: 475", "**475**\n\nEach number is 3 times the previous.",
            "475 (each term is multiplied by 3)", "475\n\nThe sequence is the squares of 1, 2, 3.",
            "475\n\nCheck: 475 - 58 = 417", "475 minutes (7 hours and 55 minutes)",
            "475 (since 25 × 19 = 475, not 24 × 19 = 456)",
            "The next number is 475, since each term is multiplied by 3.", "475, because 22² = 484.",
            "475 kg, as each box weighs 95 kg.", "It is **475** where it was 100.", "475 people came (out of 500).",
            "417 + 58 equals 475. Let me know if you need help with 2 more!",
            "On day 475 it covers half (it doubles each day, full on day 476).", "500 is too large, it is 475.",
            "200\n275\nTogether 475", "500\n- 25 for breakfast\nleaves 475",
            "500 people came (out of 600), so 475 stayed.", "475px", "475GB", "475Ω", "475 m²", "475cm^2", "475m^3",
            "the 475th", "There are 475 planets; Earth is the 3rd.", "Because 474 is even, it is 475.",
            "(400 + 75) = 475", "f(2) = 475"})
    void readsTheRightNumber(String answer) {
        assertThat(evaluate("475", answer).verdict()).as("%s: %s", answer, evaluate("475", answer))
                .isEqualTo(Verdict.CORRECT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"474", "4750", "-475", "between 475 and 480", "475 or 476", "475-480", "475–480",
            "470 to 475", "475, 476?\nAnswer: 475, 476",
            "417 + 58", "More than 475", "less than 475", "x > 475", "The answer is not 475.", "It isn't 475",
            "475.1", "475,5", "4:75", "4.7.5", "1475",
            "The answer is between 470 and 475.", "Either 475 or 476", "The answer is 475 or 485.",
            "x = 475 or x = -475", "47 5", "475%5", "475e3", "475 million",
            "The answer is 476. I checked it with 475.", "2^475", "475 is wrong.", "475 is too small",
            "475 seems too large.", "475 isn't the answer.", "at least 475", "at most 475",
            "The answer is at least 475.", "√475", "2√475", "\\sqrt{475}", "\\sqrt[3]{475}", "\\boxed{\\sqrt{475}}",
            "475 \\pi", "475π", "\\frac{475}{x}", "\\frac{x}{475}", "475 hundred", "475k",
            "475\n\nWait, that is wrong. It is 476.", "475\n476", "475\n+ 25\n= 500", "475 (or 476)",
            "It is not **475** but 476.", "**475** + 1 = 476", "More than **475**.", "475 × (1 + 1)",
            "Since 475 is odd, the answer is 476.", "475 people came (out of 500), so 25 stayed.",
            "475\n\nSo with one more it is 476.",
            "The **475** people brought one each. Therefore 476."})
    void doesNotTakeAnotherAnswerForTheRightOne(String answer) {
        assertThat(evaluate("475", answer).verdict()).as("%s: %s", answer, evaluate("475", answer))
                .isEqualTo(Verdict.INCORRECT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "I don't know.", "none", "H2O", "the 2nd one", "a B12 vitamin", "<think>475",
            "v1", "475x", "475xy", "x^475"})
    void takesNoNumberForNoAttempt(String answer) {
        assertThat(evaluate("475", answer).verdict()).as("%s", evaluate("475", answer))
                .isEqualTo(Verdict.NOT_ATTEMPTED);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            1234567|1,234,567
            1234567|1'234'567
            1234567|1.234.567
            1234567|12,34,567
            1234567|1\u202F234\u202F567
            1234567|1 234 567
            1234567|The answer is 1 234 567 people.
            1234567.5|1 234 567,5
            1234567|1\u00A0234\u00A0567
            1234|1\u00A0234
            567|1, 234, 567
            1234567|１，２３４，５６７
            42|答案是42。
            42|答案：４２
            42|一共有42个苹果。
            30000|答案是3万
            1234567|1{,}234{,}567
            1234567|1\\,234\\,567
            1234.5|1,234.5
            1234.5|1.234,5
            1.234|1.234
            1234|1,234
            0.123|0,123
            3.5|3,5
            3.5|3 1/2
            3.5|3½
            3.5|7/2
            0.5|.5
            0.5|50%
            0.5|50 percent
            50|50%
            50%|50
            50%|0.5
            50%|50 %
            -5|-5
            -5|−5
            -5|–5
            -5|minus 5
            -5|negative 5
            -5|The answer is -5.
            -5|x=-5
            -12.5|-$12.50
            475|$475
            475|475 dollars
            $475|475
            5 km|5000 m
            5 km|5 kilometers
            5 km|5
            90 minutes|1.5 hours
            5|5 km
            1500000|1.5 million
            3|three
            3|The answer is three.
            12|Twelve
            0.333333333|1/3
            0.333333333|\\frac{1}{3}
            1e-7|0.0000001
            6.02e23|6.02 × 10^23
            6.02e23|6.02*10^23
            45|45°
            45|45 degrees
            100|100°C
            98.6|98.6°F
            100|Water boils at 100°C (212°F).
            100°C|100 degrees Celsius
            60 km/h|60 kilometers per hour
            60 km/h|The speed is 60 kilometres per hour.
            60 mph|60 miles per hour
            5 m/s|5 metres per second
            5 m²|5m^2
            0.05|The ball costs $0.05 (5 cents).
            10|There are 10 handshakes in all (5 choose 2).
            36|The next number is 36 (6²).
            1000000|10^6
            0.125|2^-3
            10000|10k
            700|7 hundred
            1969|He has worked there since 1969.
            """)
    void readsNotations(String reference, String answer) {
        assertThat(evaluate(reference, answer).verdict()).as("%s: %s", answer, evaluate(reference, answer))
                .isEqualTo(Verdict.CORRECT);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            0.5|0.5%
            0.5|50
            50|0.5
            1234|1.234
            1.234|1,234
            5 km|5 m
            5 km|5 kg
            5 km|5 miles
            $475|€475
            5|-5
            5|5,6
            3|3.0001
            1000000|1000001
            3.14|3.14159
            3|three hundred
            2|two or three
            4|between 3 and 4
            12|12:30
            2|5 m²
            3|12m^3
            2|5cm^2
            9|3^3
            100°C|100°F
            60 km/h|60 miles per hour
            60 km/h|60 meters per second
            """)
    void tellsValuesApart(String reference, String answer) {
        assertThat(evaluate(reference, answer).verdict()).as("%s: %s", answer, evaluate(reference, answer))
                .isNotEqualTo(Verdict.CORRECT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "many", "3 or 4", "12:30", "1 2"})
    void leavesAQuestionWithoutOneNumberUnscored(String reference) {
        assertThat(evaluate(reference, "475").verdict()).isEqualTo(Verdict.UNSCORED);
    }

    @Test
    void takesGivenTolerances() {
        NumericEvaluator absolute = new NumericEvaluator(OptionalDouble.of(0.5), OptionalDouble.empty());
        NumericEvaluator relative = new NumericEvaluator(OptionalDouble.empty(), OptionalDouble.of(0.01));
        DatasetRecord question = DatasetRecord.of("q", "?", "100");
        assertThat(absolute.judge(question, "100.5").verdict()).isEqualTo(Verdict.CORRECT);
        assertThat(absolute.judge(question, "100.6").verdict()).isEqualTo(Verdict.INCORRECT);
        assertThat(relative.judge(question, "101").verdict()).isEqualTo(Verdict.CORRECT);
        assertThat(relative.judge(question, "98.9").verdict()).isEqualTo(Verdict.INCORRECT);
        assertThat(Objects.requireNonNull(relative.judge(question, "101").metadata().get("tolerance")))
                .isEqualTo("1.00");
    }

    @Test
    void saysWhatItReadAndWhy() {
        assertThat(evaluate("475", "The answer is 12.").extracted()).hasValue("12");
        assertThat(evaluate("475", "3 or 4").reason()).isEqualTo("The answer does not settle on 4 or 3");
        assertThat(evaluate("5 km", "5 kg").reason()).isEqualTo("Gives mass where length is asked for");
    }
}
