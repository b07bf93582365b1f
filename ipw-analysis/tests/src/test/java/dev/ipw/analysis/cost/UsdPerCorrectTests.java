package dev.ipw.analysis.cost;

import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import dev.ipw.statistics.internal.Proportion;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    void isNotSureOfWhatAQueryCostsWhereEveryAnswerIsRight() {
        SplittableRandom random = new SplittableRandom(11);
        UsdPerCorrect sums = new UsdPerCorrect();
        double usd = 0;
        double squares = 0;
        for (int query = 0; query < 400; query++) {
            double cost = random.nextDouble();
            sums.add(true, cost);
            usd += cost;
            squares += cost * cost;
        }
        double mean = usd / 400;
        double error = Math.sqrt((squares / 400 - mean * mean) / 400);

        Estimate estimate = sums.estimate(0).orElseThrow();

        assertThat(estimate.value()).isCloseTo(mean, within(1e-12));
        assertThat(estimate.interval().low()).isCloseTo(mean - 1.96 * error, within(0.2 * error));
        double leastRight = new Proportion(400, 400).wilson(0.95).low();
        assertThat(estimate.interval().high()).isCloseTo((mean + 1.96 * error) / leastRight, within(0.2 * error));
    }

    /** A draw of 100 holds none of 4 right answers in 1.7 % of the cases, and none of 3 in 4.8 %. */
    @ParameterizedTest
    @CsvSource({"1, false", "3, false", "4, true", "20, true"})
    void hasNoUpperBoundWhereTooManyDrawsHoldNoRightAnswer(int right, boolean isBounded) {
        UsdPerCorrect sums = new UsdPerCorrect();
        for (int query = 0; query < 100; query++) {
            sums.add(query < right, 1);
        }

        Estimate estimate = sums.estimate(0).orElseThrow();

        assertThat(estimate.value()).isCloseTo(100.0 / right, within(1e-9));
        assertThat(estimate.interval().low()).isLessThan(estimate.value()).isPositive();
        assertThat(Double.isFinite(estimate.interval().high())).isEqualTo(isBounded);
        assertThat(estimate.interval().high()).isGreaterThan(estimate.value());
    }

    @Test
    void aRunThatCostNothingCostsNothingForARightAnswer() {
        UsdPerCorrect sums = new UsdPerCorrect();
        sums.add(true, 0);
        sums.add(false, 0);

        assertThat(sums.estimate(0)).contains(new Estimate(0, new Interval(0, 0, 0.95)));
    }

    @Test
    void joinsNeighboursWithoutLosingAny() {
        SplittableRandom random = new SplittableRandom(5);
        UsdPerCorrect sums = new UsdPerCorrect();
        double usd = 0;
        int right = 0;
        for (int query = 0; query < 5 * UsdPerCorrect.MAX_GROUPS + 3; query++) {
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
