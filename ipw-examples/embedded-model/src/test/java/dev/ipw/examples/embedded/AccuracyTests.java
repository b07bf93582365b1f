package dev.ipw.examples.embedded;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Ask each model the 500 held-out questions that training/README.md reports, and expects its accuracy again. */
class AccuracyTests {

    private static final int QUESTIONS = 500;

    /** Arithmetic may round differently elsewhere and turn a near tie, so a few answers either way are allowed. */
    private static final int SLACK = 3;

    @ParameterizedTest
    @CsvSource({"SMALL, 266", "MEDIUM, 364", "LARGE, 439"})
    void answersAsManyRightAsInTraining(ModelSize size, int expected) {
        Generator generator = Generator.load(size);

        long right = HeldOutQuestions.draw(2024, QUESTIONS).stream()
                .filter(question -> answersRight(generator, question))
                .count();

        assertThat(right).isBetween((long) expected - SLACK, (long) expected + SLACK);
    }

    private static boolean answersRight(Generator generator, ArithmeticQuestion question) {
        String text = "What is " + question.expression() + "? Answer with the number only.";
        return generator.generate(text, Sampling.greedy(8)).text().equals(Integer.toString(question.answer()));
    }
}
