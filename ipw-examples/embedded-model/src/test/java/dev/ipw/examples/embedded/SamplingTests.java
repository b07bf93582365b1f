package dev.ipw.examples.embedded;

import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

class SamplingTests {

    @Test
    void greedyPicksTheLargestAndTheFirstOfEquals() {
        TokenChooser chooser = Sampling.greedy(8).chooser();

        assertThat(chooser.choose(new float[]{-1, 3, 2})).isEqualTo(1);
        assertThat(chooser.choose(new float[]{2, 2, 1})).isZero();
    }

    @Test
    void drawsInProportion() {
        TokenChooser chooser = new Sampling(2, 11, 8).chooser();
        // At temperature 2 these are the shares 1/4 and 3/4.
        float[] logits = {0, (float) (2 * Math.log(3))};
        int draws = 20_000;
        int second = 0;
        for (int draw = 0; draw < draws; draw++) {
            second += chooser.choose(logits);
        }
        assertThat((double) second / draws).isCloseTo(0.75, within(0.02));
    }

    @Test
    void drawsFromTheNucleus() {
        // The shares are 0.5, 0.25, 0.15 and 0.1: the first two reach 0.7.
        float[] logits = {(float) Math.log(0.1), (float) Math.log(0.5), (float) Math.log(0.15), (float) Math.log(0.25)};
        TokenChooser chooser = new Sampling(1, 0.7, 3, 8, StopTexts.NONE).chooser();
        int[] drawn = new int[logits.length];
        for (int draw = 0; draw < 20_000; draw++) {
            drawn[chooser.choose(logits)]++;
        }
        assertThat(drawn[0] + drawn[2]).isZero();
        assertThat(drawn[1] / 20_000.0).isCloseTo(2.0 / 3, within(0.02));
    }

    @Test
    void repeatsItsDrawsForOneSeed() {
        float[] logits = {0, 0, 0, 0, 0, 0, 0, 0};
        TokenChooser one = new Sampling(1, 5, 8).chooser();
        TokenChooser other = new Sampling(1, 5, 8).chooser();
        for (int draw = 0; draw < 100; draw++) {
            assertThat(one.choose(logits)).isEqualTo(other.choose(logits));
        }
    }

    @Test
    void refusesImpossibleSettings() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Sampling(-1, 0, 8));
        assertThatIllegalArgumentException().isThrownBy(() -> new Sampling(Double.NaN, 0, 8));
        assertThatIllegalArgumentException().isThrownBy(() -> new Sampling(Double.POSITIVE_INFINITY, 0, 8));
        assertThatIllegalArgumentException().isThrownBy(() -> Sampling.greedy(0));
        assertThatIllegalArgumentException().isThrownBy(() -> new Sampling(1, 0, 0, 8, StopTexts.NONE));
        assertThatIllegalArgumentException().isThrownBy(() -> new StopTexts(List.of("")));
    }
}
