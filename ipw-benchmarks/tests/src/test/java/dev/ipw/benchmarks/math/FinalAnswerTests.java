package dev.ipw.benchmarks.math;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

final class FinalAnswerTests {
    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '`', textBlock = """
            So $\\boxed{\\frac{1}{2}}$. ~ \\frac{1}{2}
            First \\boxed{3}, no, it is \\boxed{4}. ~ 4
            \\boxed{1} and \\boxed{2} ~ 1, 2
            \\fbox{7} ~ 7
            \\boxed {\\{1,2\\}} ~ \\{1,2\\}
            \\boxed{5}, but \\boxed{6 ~ 5
            \\boxed{255} later. Final Answer: The final answer is $10,455$. I hope it is correct. ~ 10,455
            \\boxed{5} is the final answer ~ 5
            Final Answer: 42 ~ 42
            **Final Answer:** 42. ~ 42
            The final answer is $\\sqrt{3}$. I hope it is correct. ~ \\sqrt{3}
            Final Answer: The largest $n$ is 34. ~ 34
            Final Answer: Jane started 3 hours ago. ~ 3
            Thus the answer is 2.5. ~ 2.5
            The answer is Evelyn. ~ Evelyn
            ANSWER: (1, 2) ~ (1, 2)
            The answer is $5$. Therefore the answer is $6$, done. ~ 6
            The answer is $12$ and $13$. ~ 12, 13
            We get $3+4$ and so $7$. ~ 7
            We get \\(3+4\\) and so \\[7\\] ~ 7
            We get $$8$$ ~ 8
            That costs \\$5 and gives $x = 4$ ~ x = 4
            x = 5 ~ x = 5
            \\frac{3}{4} ~ \\frac{3}{4}
            Alice wins with a probability of 2/3 ~ 2/3
            It went up by 1,234.5 in 12 days ~ 12
            """)
    void readsTheFinalAnswer(String text, String answer) {
        assertThat(FinalAnswer.of(text)).contains(answer);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "   ", "I do not know the solution of it.", "\\boxed{}",
            "The letters say nothing here at all.\n$"})
    void findsNone(String text) {
        assertThat(FinalAnswer.of(text)).isEmpty();
    }

    @Test
    void takesTimeInProportionToTheText() {
        for (String part : new String[]{"\\boxed{", "$ x\n", "\\[", "\\(", "the answer is ", "1", "1,", "$$", "is ",
                ". ", "{"}) {
            assertThat(FinalAnswer.of(part.repeat(200_000 / part.length()))).isNotNull();
        }
    }
}
