package dev.ipw.analysis.statistics;

import dev.ipw.statistics.Estimate;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

class LeastSquaresTests {
    private static final double[] FIRST = {1, 2, 3, 4, 5, 6};
    private static final double[] SECOND = {2, 1, 4, 3, 6, 1};
    private static final double[] OUTCOME = {1.1, 1.9, 3.2, 3.8, 5.1, 5.7};

    @Test
    void leavesAConstantPredictorOutAndSaysSo() {
        LeastSquares fit = LeastSquares.of(OUTCOME, new double[]{7, 7, 7, 7, 7, 7}, FIRST);

        assertThat(fit.used()).containsExactly(1);
        assertThat(fit.unused()).containsExactly(new UnusedPredictor(0, UnusedPredictor.Reason.CONSTANT));
        assertThat(fit.coefficients()).isEqualTo(LeastSquares.of(OUTCOME, FIRST).coefficients());
    }

    @Test
    void leavesAPredictorOutThatFollowsFromAnother() {
        double[] follows = Arrays.stream(FIRST).map(value -> 3 * value - 1e6).toArray();
        LeastSquares fit = LeastSquares.of(OUTCOME, FIRST, follows, SECOND);

        assertThat(fit.used()).containsExactly(0, 2);
        assertThat(fit.unused()).containsExactly(new UnusedPredictor(1, UnusedPredictor.Reason.COLLINEAR));
    }

    @Test
    void givesTheMeanWhereNothingVaries() {
        LeastSquares fit = LeastSquares.of(OUTCOME, new double[6]);

        assertThat(fit.coefficients()).hasSize(1).satisfies(
                terms -> assertThat(terms[0]).isCloseTo(Arrays.stream(OUTCOME).average().orElseThrow(), within(1e-15)));
        assertThat(fit.explained()).hasValue(0);
        assertThat(fit.residualChecks().orElseThrow().heteroscedasticity()).isEmpty();
    }

    @Test
    void fitsAConstantOutcomeExactlyAndExplainsNothing() {
        LeastSquares fit = LeastSquares.of(new double[]{0.1, 0.1, 0.1, 0.1, 0.1, 0.1}, FIRST, SECOND);

        assertThat(fit.isExact()).isTrue();
        assertThat(fit.explained()).isEmpty();
        assertThat(fit.coefficients()[1]).isZero();
        assertThat(fit.standardErrors().orElseThrow()).containsExactly(0, 0, 0);
        assertThat(fit.residualChecks()).isEmpty();
        assertThat(fit.huber()).isEmpty();
    }

    @Test
    void fitsTwoRowsExactlyAndKnowsNoErrors() {
        LeastSquares fit = LeastSquares.of(new double[]{1, 5}, new double[]{2, 4}, new double[]{9, 1});

        assertThat(fit.used()).containsExactly(0);
        assertThat(fit.coefficients()).containsExactly(new double[]{-3, 2}, within(1e-12));
        assertThat(fit.degreesOfFreedom()).isZero();
        assertThat(fit.standardErrors()).isEmpty();
        assertThat(fit.residualDeviation()).isEmpty();
        assertThat(LeastSquares.of(new double[]{4}, new double[]{2}).coefficients()).containsExactly(4);
    }

    @Test
    void keepsTheRobustFitOutWhereMostRowsLieOnTheLine() {
        double[] outcome = Arrays.copyOf(FIRST, 6);
        outcome[3] += 100;

        LeastSquares fit = LeastSquares.of(outcome, FIRST);

        assertThat(fit.huber().map(HuberFit::scale)).isEmpty();
        assertThat(fit.residualChecks()).isPresent();
    }

    @Test
    void keepsOutliersFromTheRobustFit() {
        SplittableRandom random = new SplittableRandom(4);
        double[] predictor = IntStream.range(0, 400).mapToDouble(row -> row).toArray();
        double[] outcome = Arrays.stream(predictor).map(value -> 2 + 0.5 * value + random.nextGaussian()).toArray();
        IntStream.range(0, 40).forEach(row -> outcome[10 * row] += row > 20 ? 3000 : 0);

        LeastSquares fit = LeastSquares.of(outcome, predictor);
        List<Estimate> robust = fit.huber().orElseThrow().estimates(0.95);

        assertThat(fit.coefficients()[1]).isGreaterThan(1);
        assertThat(robust.get(1).value()).isCloseTo(0.5, within(0.01));
        assertThat(fit.huber().orElseThrow().weighedDown()).isGreaterThanOrEqualTo(19);
    }

    @Test
    void givesNoConsistentErrorsWhereOneRowDecides() {
        LeastSquares fit = LeastSquares.of(OUTCOME, new double[]{0, 0, 0, 1, 0, 0});

        assertThat(fit.consistentErrors()).isEmpty();
        assertThat(fit.residualChecks().orElseThrow().largestCooksDistance()).isEmpty();
        assertThat(fit.residualChecks().orElseThrow().leverageRow()).isEqualTo(3);
    }

    @Test
    void refusesColumnsOfDifferentLengths() {
        assertThatIllegalArgumentException().isThrownBy(() -> LeastSquares.of(OUTCOME, new double[2]));
        assertThatIllegalArgumentException().isThrownBy(() -> LeastSquares.of(new double[0]));
    }

    @Test
    void findsTheSameBitsInColumnsThatAreComputed() {
        SplittableRandom random = new SplittableRandom(3);
        double[][] columns = new double[3][1500];
        for (int row = 0; row < columns[0].length; row++) {
            columns[1][row] = random.nextInt(2000);
            columns[2][row] = 0.3 * columns[1][row] + random.nextInt(500);
            columns[0][row] = 5 + 0.2 * columns[1][row] + columns[2][row] * random.nextDouble()
                    + (row % 100 == 0 ? 1e4 : 0);
        }
        LeastSquares stored = LeastSquares.of(columns[0], columns[1], columns[2]);
        LeastSquares computed = LeastSquares.of(computed(columns[0]), computed(columns[1]), computed(columns[2]));
        assertThat(computed.coefficients()).isEqualTo(stored.coefficients());
        assertThat(computed.consistentErrors().orElseThrow()).isEqualTo(stored.consistentErrors().orElseThrow());
        assertThat(computed.standardErrors().orElseThrow()).isEqualTo(stored.standardErrors().orElseThrow());
        assertThat(computed.residualChecks()).isEqualTo(stored.residualChecks());
        assertThat(computed.huber().orElseThrow().coefficients())
                .isEqualTo(stored.huber().orElseThrow().coefficients());
        assertThat(computed.huber().orElseThrow().standardErrors())
                .isEqualTo(stored.huber().orElseThrow().standardErrors());
    }

    private static DoubleColumn computed(double[] values) {
        return DoubleColumn.computed(values.length, row -> values[row]);
    }
}
