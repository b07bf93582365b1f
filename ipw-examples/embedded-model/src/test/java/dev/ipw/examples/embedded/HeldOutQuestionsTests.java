package dev.ipw.examples.embedded;

import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class HeldOutQuestionsTests {

    /** The questions that {@code train.py --print-held-out} prints. */
    @Test
    void drawsTheQuestionsThatTrainingEvaluatesWith() {
        assertThat(HeldOutQuestions.draw(2024, 8))
                .extracting(ArithmeticQuestion::expression)
                .containsExactly(
                        "839+276", "972-605", "433+606", "874+963", "936-280", "48*89", "878-89", "170-345");
    }

    @Test
    void drawsOnlyHeldOutQuestionsAndEachOnce() {
        List<ArithmeticQuestion> questions = HeldOutQuestions.draw(7, 2000);

        assertThat(questions).doesNotHaveDuplicates().hasSize(2000);
        assertThat(questions)
                .allMatch(question -> HeldOut.contains(question.left(), question.operator(), question.right()));
        assertThat(questions).filteredOn(question -> question.operator() == '*').hasSizeBetween(300, 500);
    }

    @Test
    void extendsASmallerDraw() {
        assertThat(HeldOutQuestions.draw(7, 20).subList(0, 5)).isEqualTo(HeldOutQuestions.draw(7, 5));
        assertThat(HeldOutQuestions.draw(8, 5)).isNotEqualTo(HeldOutQuestions.draw(7, 5));
    }

    @Test
    void refusesMoreThanThereAre() {
        assertThatIllegalArgumentException().isThrownBy(() -> HeldOutQuestions.draw(1, 100_001));
        assertThatIllegalArgumentException().isThrownBy(() -> HeldOutQuestions.draw(1, -1));
    }

    @Test
    void knowsTheAnswers() {
        assertThat(new ArithmeticQuestion(417, '+', 58).answer()).isEqualTo(475);
        assertThat(new ArithmeticQuestion(87, '-', 903).answer()).isEqualTo(-816);
        assertThat(new ArithmeticQuestion(12, '*', 7).answer()).isEqualTo(84);
    }
}
