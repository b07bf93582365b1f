package dev.ipw.statistics;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class QuantilesTests {
    private static final double[] VALUES = {3.1, 0.2, 5.5, 1.7, 9.9, 4.4, 2.2};

    /** Expected values: numpy.quantile with its default method, linear. */
    @ParameterizedTest
    @CsvSource({"0, 0.2", "0.1, 1.1", "0.25, 1.95", "0.5, 3.1", "0.9, 7.26", "0.99, 9.636", "1, 9.9"})
    void agreesWithNumpy(double probability, double expected) {
        assertThat(Quantiles.of(VALUES, probability)).isCloseTo(expected, within(1e-12));
    }

    @Test
    void leavesTheValuesInTheirOrder() {
        double[] values = {2, 1};

        Quantiles.of(values, 0.5);

        assertThat(values).containsExactly(2, 1);
    }

    @Test
    void standardDeviationAgreesWithNumpy() {
        assertThat(Quantiles.standardDeviation(VALUES)).isCloseTo(3.1847852585154217, within(1e-12));
    }

    @Test
    void refusesNoValuesAndProbabilitiesOutsideTheirRange() {
        assertThatThrownBy(() -> Quantiles.of(new double[0], 0.5)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Quantiles.of(VALUES, 1.01)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Quantiles.of(VALUES, Double.NaN)).isInstanceOf(IllegalArgumentException.class);
    }
}
