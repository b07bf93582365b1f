package dev.ipw.benchmarks.math;

import dev.ipw.testing.Draws;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("statistical")
final class MathPropertyTests {
    private static final int ROUNDS = Draws.of(150, 1_500);

    // Steps are counted, not seconds: a slow machine gives the same result.
    private static final Supplier<WorkBudget> STEPS = () -> new WorkBudget(WorkBudget.MAX_STEPS, () -> 0);

    private static boolean isEqual(String gold, String answer) {
        return new MathAnswers(OptionalInt.empty()).compare(gold, answer, STEPS.get()).isEqual();
    }

    @Test
    void anExpressionEqualsItselfWrittenAnotherWayButNotOneMore() {
        Random random = new Random(20_261_124);
        for (int round = 0; round < ROUNDS; round++) {
            Written expression = Written.random(random, 3);

            assertThat(isEqual(expression.one(), expression.other()))
                    .as("%s equals %s", expression.one(), expression.other()).isTrue();
            assertThat(isEqual(expression.one(), expression.other() + " + 1"))
                    .as("%s differs from %s + 1", expression.one(), expression.other()).isFalse();
            assertThat(isEqual(expression.other() + "+1", expression.one()))
                    .as("%s + 1 differs from %s", expression.other(), expression.one()).isFalse();
        }
    }

    /** One expression in two ways to write it. */
    private record Written(String one, String other) {
        static Written random(Random random, int depth) {
            if (depth == 0) {
                return leaf(random);
            }
            Written left = random(random, depth - 1);
            Written right = random(random, depth - 1);
            return switch (random.nextInt(7)) {
                case 0, 1 -> new Written(left.one + "+" + right.one, right.other + " + " + left.other);
                case 2 -> new Written(left.one + "-(" + right.one + ")", "-\\left(" + right.other + "\\right)+"
                        + left.other);
                case 3 -> new Written("(" + left.one + ")(" + right.one + ")",
                        "\\left(" + right.other + "\\right) \\cdot (" + left.other + ")");
                case 4 -> new Written("\\frac{" + left.one + "}{" + (2 + random.nextInt(9)) + "}", left.other).halved();
                case 5 -> new Written("(" + left.one + ")^2", "(" + left.other + ")(" + left.other + ")");
                default -> new Written("2(" + left.one + ")", "(" + left.other + ") + (" + left.one + ")");
            };
        }

        /** Bring the divisor of a fraction to the other way of writing. */
        private Written halved() {
            String divisor = one.substring(one.lastIndexOf('{') + 1, one.length() - 1);
            return new Written(one, "\\dfrac{1}{" + divisor + "} \\times (" + other + ")");
        }

        private static Written leaf(Random random) {
            int number = 1 + random.nextInt(30);
            List<Written> leaves = List.of(new Written(number + "", number + ".0"), new Written("x", "x"),
                    new Written("y", "{y}"), new Written("\\pi", "π"), new Written("\\sqrt{" + 4 * number + "}",
                            "2\\sqrt{" + number + "}"),
                    new Written("\\frac{" + number + "}{7}", number * 3 + "/21"), new Written("i", "\\sqrt{-1}"),
                    new Written("\\sqrt[3]{" + 8 * number + "}", "2 \\cdot " + number + "^{1/3}"),
                    new Written("\\sin x", "\\sin(x)"), new Written("0.5", "\\frac12"));
            return leaves.get(random.nextInt(leaves.size()));
        }
    }
}
