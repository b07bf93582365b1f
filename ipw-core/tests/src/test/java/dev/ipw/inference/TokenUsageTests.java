package dev.ipw.inference;

import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class TokenUsageTests {
    @ParameterizedTest
    @CsvSource(textBlock = """
            10 | 5 | 15 | 0  | 0
            10 | 5 | -  | 10 | 5
            10 | 5 | 18 | 0  | 3
            10 | 5 | 24 | 0  | 9
            10 | 5 | 18 | 3  | 0
            10 | 5 | 22 | 3  | 4
            10 | 0 | 10 | 0  | 0""", delimiter = '|')
    void believesWhatServersCountInTheirWays(long input, long output, String total, long cached, long reasoning) {
        TokenUsage usage = usage(input, output, total, cached, reasoning);

        assertThat(usage.flags()).isEmpty();
        assertThat(usage.input()).hasValue(input);
        assertThat(usage.output()).hasValue(output);
    }

    @Test
    void believesNoPromptWithoutTokensAndNoOtherZeroBesideIt() {
        TokenUsage zeros = usage(0, 0, "0", 0, 0);
        TokenUsage counted = usage(0, 5, "5", 0, 0);

        assertThat(zeros.flags()).containsExactly(ResponseFlag.NO_INPUT);
        assertThat(zeros.source()).isEqualTo(TokenUsage.Source.ABSENT);
        assertThat(zeros.output()).isEmpty();
        assertThat(counted.flags()).containsExactly(ResponseFlag.NO_INPUT);
        assertThat(counted.input()).isEmpty();
        assertThat(counted.cachedInput()).isEmpty();
        assertThat(counted.total()).isEmpty();
        assertThat(counted.output()).hasValue(5);
    }

    @Test
    void doesNotBelieveMoreCachedThanInput() {
        TokenUsage usage = usage(10, 5, "15", 11, 0);

        assertThat(usage.flags()).containsExactly(ResponseFlag.CACHED_ABOVE_INPUT);
        assertThat(usage.input()).isEmpty();
        assertThat(usage.cachedInput()).isEmpty();
        assertThat(usage.total()).isEmpty();
        assertThat(usage.output()).hasValue(5);
    }

    @ParameterizedTest
    @CsvSource({"15", "-", "20"})
    void doesNotBelieveMoreReasoningThanOutput(String total) {
        TokenUsage usage = usage(10, 5, total, 0, 9);

        assertThat(usage.flags()).contains(ResponseFlag.REASONING_ABOVE_OUTPUT);
        assertThat(usage.output()).isEmpty();
        assertThat(usage.reasoning()).isEmpty();
        assertThat(usage.input()).hasValue(10);
    }

    @Test
    void doesNotBelieveMoreStreamedThanOutput() {
        TokenUsage usage = TokenUsage.server(10, 5).withStreamed(9, 1);

        assertThat(usage.flags()).containsExactly(ResponseFlag.STREAMED_ABOVE_OUTPUT);
        assertThat(usage.output()).isEmpty();
        assertThat(usage.streamed()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"14", "0", "16", "2000000"})
    void doesNotBelieveATotalThatItsPartsDoNotAddUpTo(String total) {
        TokenUsage usage = usage(10, 5, total, 0, 0);

        assertThat(usage.flags()).containsExactly(ResponseFlag.TOTAL_NOT_SUM);
        assertThat(usage.total()).isEmpty();
        assertThat(usage.input()).hasValue(10);
        assertThat(usage.output()).hasValue(5);
    }

    @Test
    void passesUnchangedOnceItWasChecked() {
        SplittableRandom random = new SplittableRandom(5);
        for (int draw = 0; draw < 20_000; draw++) {
            TokenUsage once = new TokenUsage(any(random), any(random), any(random), any(random), any(random),
                    any(random), any(random), any(random), any(random), TokenUsage.Source.SERVER);
            TokenUsage again = new TokenUsage(once.input(), once.output(), once.total(), once.cachedInput(),
                    once.reasoning(), once.streamed(), once.firstChunk(), once.cacheWritten(),
                    once.cacheWrittenForAnHour(), once.source(), once.flags());

            assertThat(again).isEqualTo(once);
        }
    }

    private static OptionalLong any(SplittableRandom random) {
        return switch (random.nextInt(8)) {
            case 0 -> OptionalLong.empty();
            case 1 -> OptionalLong.of(random.nextLong());
            default -> OptionalLong.of(random.nextInt(6));
        };
    }

    private static TokenUsage usage(long input, long output, String total, long cached, long reasoning) {
        return new TokenUsage(OptionalLong.of(input), OptionalLong.of(output),
                total.equals("-") ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(total)),
                OptionalLong.of(cached),
                OptionalLong.of(reasoning), TokenUsage.Source.SERVER);
    }
}
