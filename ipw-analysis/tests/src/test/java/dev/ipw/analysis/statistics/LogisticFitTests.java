package dev.ipw.analysis.statistics;

import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class LogisticFitTests {
    private static final int ROWS = 4000;

    private static double[] ones(int count) {
        double[] ones = new double[count];
        Arrays.fill(ones, 1);
        return ones;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void findsTheCoefficientsByWhichOutcomesWereDrawn(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] truth = {random.nextDouble(-1, 1), random.nextDouble(-1, 1), random.nextDouble(-1, 1)};
        double[][] rows = new double[ROWS][];
        double[] outcomes = new double[ROWS];
        double[] weights = new double[ROWS];
        for (int row = 0; row < ROWS; row++) {
            rows[row] = new double[]{1, random.nextDouble(-2, 2), random.nextDouble(-2, 2)};
            double sum = truth[0] * rows[row][0] + truth[1] * rows[row][1] + truth[2] * rows[row][2];
            outcomes[row] = random.nextDouble() < 1 / (1 + Math.exp(-sum)) ? 1 : 0;
            weights[row] = random.nextInt(1, 4);
        }

        double[] found = LogisticFit.coefficients(rows, outcomes, weights).orElseThrow();

        for (int column = 0; column < truth.length; column++) {
            assertThat(found[column]).isCloseTo(truth[column], within(0.25));
            double unexplained = 0;
            for (int row = 0; row < ROWS; row++) {
                double sum = found[0] * rows[row][0] + found[1] * rows[row][1] + found[2] * rows[row][2];
                unexplained += weights[row] * (outcomes[row] - 1 / (1 + Math.exp(-sum))) * rows[row][column];
            }
            assertThat(unexplained).as("the likelihood's slope").isCloseTo(0, within(1e-6));
        }
    }

    @Test
    void aConstantAloneGivesTheShareWithTiesAndWeights() {
        double[] found = LogisticFit.coefficients(new double[][]{{1}, {1}, {1}}, new double[]{1, 0, 0.5},
                new double[]{3, 1, 1}).orElseThrow();

        assertThat(1 / (1 + Math.exp(-found[0]))).isCloseTo(3.5 / 5, within(1e-9));
    }

    @Test
    void outcomesThatNothingSpeaksAgainstHaveNoCoefficient() {
        assertThat(LogisticFit.coefficients(new double[][]{{1}, {1}}, new double[]{1, 1}, ones(2))).isEmpty();
        double[][] separated = {{1, -2}, {1, -1}, {1, 1}, {1, 2}};
        assertThat(LogisticFit.coefficients(separated, new double[]{0, 0, 1, 1}, ones(4))).isEmpty();
    }

    @Test
    void predictorsThatFollowFromEachOtherHaveNoCoefficients() {
        double[][] rows = {{1, 0.5}, {1, 0.5}, {1, 0.5}};

        assertThat(LogisticFit.coefficients(rows, new double[]{1, 0, 1}, ones(3))).isEmpty();
    }

    @Test
    void aPredictorThatIsNeverThereCountsNothing() {
        Optional<double[]> found = LogisticFit.coefficients(new double[][]{{1, 0}, {1, 0}, {1, 0}},
                new double[]{1, 0, 1}, ones(3));

        assertThat(found.orElseThrow()[1]).isZero();
        assertThat(found.orElseThrow()[0]).isCloseTo(Math.log(2), within(1e-9));
    }

    @Test
    void refusesWhatDoesNotFitTogether() {
        assertThatThrownBy(() -> LogisticFit.coefficients(new double[0][], new double[0], new double[0]))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> LogisticFit.coefficients(new double[][]{{1}}, new double[2], ones(1)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
