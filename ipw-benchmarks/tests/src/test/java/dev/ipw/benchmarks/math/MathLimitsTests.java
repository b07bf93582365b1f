package dev.ipw.benchmarks.math;

import dev.ipw.testing.Draws;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

final class MathLimitsTests {
    private static final int ROUNDS = Draws.of(2_000, 20_000);
    private static final MathAnswers ANSWERS = new MathAnswers(OptionalInt.empty());

    private static WorkBudget budgetOfSteps() {
        return new WorkBudget(WorkBudget.MAX_STEPS, () -> 0);
    }

    private static List<String> tooLarge() {
        return List.of("(".repeat(65) + "x" + ")".repeat(65), "{".repeat(2_000), "\\frac{1}{".repeat(100) + "1"
                + "}".repeat(100),
                "1+".repeat(2_100) + "1", "9".repeat(257), ("9".repeat(250) + "+").repeat(9) + "9",
                "\\pi ".repeat(257), "x" + "!".repeat(65), "x" + "^2".repeat(70), "x^" + "-".repeat(1_000) + "1",
                "|".repeat(1_000));
    }

    @ParameterizedTest
    @MethodSource("tooLarge")
    void refusesWhatIsLargerOrDeeperThanAnAnswer(String answer) {
        Comparison comparison = ANSWERS.compare("5", answer, budgetOfSteps());

        assertThat(comparison).isEqualTo(Comparison.different(Comparison.Way.LIMIT));
    }

    @ParameterizedTest
    @MethodSource("tooLarge")
    void cannotJudgeAgainstARightAnswerThatIsTooLarge(String gold) {
        assertThatExceptionOfType(MathLimitException.class)
                .isThrownBy(() -> ANSWERS.compare(gold, "5", budgetOfSteps()));
    }

    @Test
    void readsWhatIsJustWithinTheLimits() {
        String nested = "(".repeat(60) + "x" + ")".repeat(60);
        String digits = "9".repeat(256);
        String commands = "\\pi ".repeat(256);
        String roots = "\\sqrt{".repeat(40) + "x" + "}".repeat(40);

        for (String latex : List.of(nested, digits, commands, roots)) {
            assertThat(ANSWERS.compare(latex, latex, budgetOfSteps()).isEqual()).isTrue();
        }
        assertThat(ANSWERS.compare("x", nested, budgetOfSteps()).isEqual()).isTrue();
    }

    private static List<String> heavy() {
        List<String> sums = new ArrayList<>();
        for (char letter = 'a'; letter <= 'z'; letter++) {
            sums.add(String.valueOf(letter));
        }
        String alphabet = "(" + String.join("+", sums) + ")";
        return List.of(alphabet + "^{60}", alphabet + "^3" + alphabet + "^3", "9^{9^{9^{9}}}", "2^{99999999999}",
                "500!^{500!}", "(1+\\sqrt2+\\sqrt3+\\sqrt5+\\sqrt7)^{64}", "(" + "9".repeat(250) + ")^{20000}",
                "\\sqrt{" + "9".repeat(250) + "7}", ("\\sqrt{" + "7".repeat(9) + "} + ").repeat(200) + "1",
                "\\frac{1}{" + alphabet + "}+\\frac{1}{x" + alphabet + "}+\\frac{1}{y" + alphabet + "^4}",
                "1,".repeat(1_000) + "1", "\\pm 1,".repeat(200) + "1", "((x^{60}+1)^{60}+1)^{60}");
    }

    /** Steps are counted, not seconds: a slow machine gives the same result. */
    @ParameterizedTest
    @MethodSource("heavy")
    void endsWithinItsSteps(String latex) {
        WorkBudget budget = budgetOfSteps();
        try {
            ANSWERS.compare(latex, latex.replace("1", "2") + " + 1", budget);
        } catch (MathLimitException limit) {
            assertThat(limit).hasMessageContaining("steps");
        }
        assertThat(budget.steps()).isLessThan(WorkBudget.MAX_STEPS + 10_000);
    }

    @Test
    void stopsAtTwoSeconds() {
        AtomicLong clock = new AtomicLong();
        WorkBudget budget = new WorkBudget(Long.MAX_VALUE, () -> clock.getAndAdd(TimeUnit.MILLISECONDS.toNanos(300)));

        assertThatExceptionOfType(MathLimitException.class)
                .isThrownBy(() -> ANSWERS.compare("(a+b+c+d+e+f+g)^9", "(a+b+c+d+e+f+h)^9", budget))
                .withMessageContaining("2 seconds");
    }

    @Test
    @Tag("fuzz")
    void endsOnAnyText() {
        Random random = new Random(11);
        List<String> parts = List.of("\\frac", "{", "}", "(", ")", "[", "]", "\\{", "\\}", "1", "23", "x", "y", "^",
                "_", "+", "-",
                "/", "\\sqrt", "|", ",", "\\pm", "\\cup", "<", "\\le", "=", "\\text{or}", "\\sin", "\\pi", "!", "%",
                "\\circ",
                "\\begin{pmatrix}", "\\end{pmatrix}", "&", "\\\\", ".", "$", "\\infty", "i", "e", ":", "\\approx",
                "\\in",
                "\\boxed{", "0", "\\log", "é", "\u0000", "😀", "'", "\\left", "\\right", "\\overline", "~");
        for (int round = 0; round < ROUNDS; round++) {
            String one = text(parts, random);
            String other = random.nextInt(4) == 0 ? one : text(parts, random);
            try {
                ANSWERS.compare(one, other, new WorkBudget(50_000, () -> 0));
            } catch (MathLimitException limit) {
                assertThat(limit).hasMessageContaining("than");
            }
            assertThat(FinalAnswer.of(one + "\n" + other)).isNotNull();
        }
    }

    private static String text(List<String> parts, Random random) {
        StringBuilder text = new StringBuilder();
        for (int part = random.nextInt(12); part >= 0; part--) {
            text.append(parts.get(random.nextInt(parts.size()))).append(random.nextBoolean() ? " " : "");
        }
        return text.toString();
    }
}
