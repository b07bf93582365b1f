package dev.ipw.analysis.cost;

import dev.ipw.statistics.Estimate;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class UsdPerCorrectTests {
    @Test
    void dividesAllDollarsByTheRightAnswers() {
        UsdPerCorrect sums = new UsdPerCorrect();
        sums.add(true, 0.3);
        sums.add(false, 0.5);
        sums.add(true, 0.2);

        Estimate estimate = sums.estimate(1).orElseThrow();

        assertThat(estimate.value()).isCloseTo(1.0, within(1e-12));
        assertThat(estimate.interval().low()).isLessThan(1);
        assertThat(estimate.interval().high()).isGreaterThan(1);
    }

    @Test
    void hasNoFigureWithoutARightAnswer() {
        UsdPerCorrect sums = new UsdPerCorrect();
        sums.add(false, 0.3);

        assertThat(sums.estimate(0)).isEmpty();
    }

    @Test
    void isNotSureOfItselfWhereEveryAnswerIsRight() {
        UsdPerCorrect sums = new UsdPerCorrect();
        for (int query = 0; query < 10; query++) {
            sums.add(true, 1);
        }

        Estimate estimate = sums.estimate(0).orElseThrow();

        assertThat(estimate.value()).isCloseTo(1, within(1e-12));
        assertThat(estimate.interval().low()).isCloseTo(1, within(1e-9));
        assertThat(estimate.interval().high()).isCloseTo(1 / 0.7225, within(1e-3));
    }

    @Test
    void joinsNeighboursWithoutLosingAny() {
        SplittableRandom random = new SplittableRandom(5);
        UsdPerCorrect sums = new UsdPerCorrect();
        double usd = 0;
        int right = 0;
        for (int query = 0; query < 5 * UsdPerCorrect.MOST_GROUPS + 3; query++) {
            double cost = random.nextDouble();
            boolean isRight = random.nextInt(4) > 0;
            sums.add(isRight, cost);
            usd += cost;
            right += isRight ? 1 : 0;
        }

        Estimate estimate = sums.estimate(7).orElseThrow();

        assertThat(estimate.value()).isCloseTo((usd + 7) / right, within(1e-9));
        assertThat(estimate.interval().high() - estimate.interval().low()).isBetween(0.005, 0.05);
    }
}
