package dev.ipw.energy.attribution;

import dev.ipw.energy.attribution.PhaseJoules.Part;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PhaseJoulesTests {
    private static PhaseJoules phases(double prompt, double promptDoubt, double answer, double answerDoubt) {
        return new PhaseJoules(new Part(prompt, prompt - promptDoubt, prompt + promptDoubt),
                new Part(answer, answer - answerDoubt, answer + answerDoubt));
    }

    @Test
    void boundsMustBeNarrowAgainstTheSmallerPhase() {
        assertThat(phases(10, 3, 100, 30).isNarrow()).isTrue();
        assertThat(phases(10, 5, 100, 30).isNarrow()).isFalse();
        assertThat(phases(100, 4, 10, 3).isNarrow()).isTrue();
        assertThat(phases(100, 15, 10, 3).isNarrow()).isFalse();
        assertThat(phases(10, 3, 100, 50).isNarrow()).isFalse();
    }

    @Test
    void nothingIsNeverNarrow() {
        PhaseJoules onlyAnswer = new PhaseJoules(Part.NONE, new Part(10, 9, 11));
        assertThat(onlyAnswer.isNarrow()).isFalse();
        assertThat(onlyAnswer.isOnePhase()).isTrue();
        assertThat(phases(0, 0, 10, 1).withPromptWidened(2).isOnePhase()).isFalse();
    }

    @Test
    void boundsAddUpOverBlocksAndScaleWithTheJoules() {
        PhaseJoules sum = new PhaseJoules(new Part(10, 8, 13), Part.NONE).plus(phases(5, 1, 20, 2)).times(2);
        assertThat(sum).isEqualTo(new PhaseJoules(new Part(30, 24, 38), new Part(40, 36, 44)));
        assertThat(sum.withPromptWidened(30).prompt()).isEqualTo(new Part(30, 0, 68));
    }
}
