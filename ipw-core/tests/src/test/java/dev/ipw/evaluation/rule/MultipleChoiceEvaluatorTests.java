package dev.ipw.evaluation.rule;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.internal.io.LineReader;
import dev.ipw.internal.json.Json;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

final class MultipleChoiceEvaluatorTests {
    private final MultipleChoiceEvaluator evaluator = new MultipleChoiceEvaluator();

    /**
     * Hold one line of the gold set.
     *
     * @param text     a model's answer
     * @param choices  what the letters stand for; empty if the question names them itself
     * @param expected the letter, {@code NONE} or {@code SEVERAL}
     */
    record Phrasing(String text, List<String> choices, String expected) {}

    static Stream<Phrasing> goldSet() throws Exception {
        List<Phrasing> phrasings = new ArrayList<>();
        InputStream resource = MultipleChoiceEvaluatorTests.class.getResourceAsStream("multiple-choice-gold.jsonl");
        try (LineReader lines = new LineReader(Objects.requireNonNull(resource), 10_000)) {
            for (Optional<String> line = lines.next(); line.isPresent(); line = lines.next()) {
                JsonNode node = Json.parse(line.get());
                List<String> choices = new ArrayList<>();
                node.path("choices").forEach(choice -> choices.add(choice.asText()));
                phrasings.add(new Phrasing(node.get("text").asText(), choices, node.get("expected").asText()));
            }
        }
        return phrasings.stream();
    }

    private static DatasetRecord question(String answer, List<String> choices) {
        return new DatasetRecord("q", "Which?", answer, Optional.empty(), Optional.empty(), choices, Map.of());
    }

    @ParameterizedTest
    @MethodSource("goldSet")
    void readsTheGoldSet(Phrasing phrasing) {
        int letters = phrasing.choices().isEmpty() ? 4 : phrasing.choices().size();
        for (String reference : List.of("A", "B", "C", "D").subList(0, Math.min(4, letters))) {
            Evaluation evaluation = evaluator.judge(question(reference, phrasing.choices()), phrasing.text());
            Verdict expected = switch (phrasing.expected()) {
                case "NONE" -> Verdict.NOT_ATTEMPTED;
                case "SEVERAL" -> Verdict.INCORRECT;
                default -> phrasing.expected().equals(reference) ? Verdict.CORRECT : Verdict.INCORRECT;
            };
            assertThat(evaluation.verdict()).as("%s -> %s", phrasing, evaluation).isEqualTo(expected);
        }
    }

    @Test
    void holdsEnoughPhrasingsOfEveryKind() throws Exception {
        List<Phrasing> phrasings = goldSet().toList();
        assertThat(phrasings).hasSizeGreaterThan(110).doesNotHaveDuplicates();
        assertThat(phrasings).filteredOn(phrasing -> phrasing.expected().equals("NONE")).hasSizeGreaterThan(20);
        assertThat(phrasings).filteredOn(phrasing -> phrasing.expected().equals("SEVERAL")).hasSizeGreaterThan(10);
    }

    @ParameterizedTest
    @ValueSource(strings = {"答案：Ｂ", "答案是 B。", "答案是B。", "答案为（Ｂ）", "正确答案：Ｂ。因为 A 是错的。", "选B，因为它最大。",
            "选择Ｂ", "正确答案是B选项。", "正解はＢです。答えはＢ", "정답은 B입니다", "ＡＮＳＷＥＲ：Ｂ", "答案不是 A。答案是 B。"})
    void readsLettersOfFullWidthAndLettersThatNoSpaceSurrounds(String text) {
        assertThat(evaluator.judge(question("B", List.of("red", "green", "blue", "yellow")), text).extracted())
                .as(text).hasValue("B");
    }

    @ParameterizedTest
    @ValueSource(strings = {"血型是B型的人", "ＡＢＣ是字母", "不选 B"})
    void takesNoOtherLetterAmongChineseWordsForAChoice(String text) {
        assertThat(evaluator.judge(question("B", List.of("red", "green", "blue", "yellow")), text).verdict())
                .as(text).isEqualTo(Verdict.NOT_ATTEMPTED);
    }

    @Test
    void takesTheReferenceAsLetterOrAsText() {
        List<String> planets = List.of("Mercury", "Venus", "Mars", "Jupiter");
        for (String reference : List.of("C", "c", "(C)", "C.", "C. Mars", "Mars", " mars ")) {
            assertThat(evaluator.judge(question(reference, planets), "Answer: C").verdict())
                    .as(reference).isEqualTo(Verdict.CORRECT);
        }
    }

    @Test
    void leavesAQuestionWithoutAUsableReferenceUnscored() {
        List<String> planets = List.of("Mercury", "Venus");
        assertThat(evaluator.judge(question("", planets), "A").verdict()).isEqualTo(Verdict.UNSCORED);
        Evaluation evaluation = evaluator.judge(question("Pluto", planets), "A");
        assertThat(evaluation.verdict()).isEqualTo(Verdict.UNSCORED);
        assertThat(evaluation.reason()).contains("'Pluto' is neither a letter nor one of its choices");
        assertThat(evaluator.judge(question("C", planets), "C").verdict()).isEqualTo(Verdict.UNSCORED);
    }

    @Test
    void takesAnEmptyAnswerForNoAttempt() {
        assertThat(evaluator.judge(question("A", List.of()), " \n").verdict()).isEqualTo(Verdict.NOT_ATTEMPTED);
        assertThat(evaluator.judge(question("A", List.of()), "<think>It is A.").verdict())
                .isEqualTo(Verdict.NOT_ATTEMPTED);
    }

    @Test
    void knowsLettersBeyondDOnlyWhereThereAreChoicesForThem() {
        List<String> ten = List.of("a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "i1", "j1");
        assertThat(evaluator.judge(question("I", ten), "The answer is I.").verdict()).isEqualTo(Verdict.CORRECT);
        assertThat(evaluator.judge(question("I", ten), "I think it is (J).").extracted()).hasValue("J");
        assertThat(evaluator.judge(question("J", ten), "I am not sure.").verdict())
                .isEqualTo(Verdict.NOT_ATTEMPTED);
        assertThat(evaluator.judge(question("E", List.of()), "Answer: E").verdict()).isEqualTo(Verdict.CORRECT);
    }
}
