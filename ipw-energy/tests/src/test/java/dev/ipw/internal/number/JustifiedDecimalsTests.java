package dev.ipw.internal.number;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class JustifiedDecimalsTests {
    @ParameterizedTest
    @CsvSource({"12.345, 11.9, 12.8, 2", "12345, 9000, 15000, -2", "0, -0.002, 0.002, 4",
            "123.4567, 123.4566, 123.4568, 2",
            "3, 2, Infinity, 1", "3, -Infinity, 4, 1", "0.0123, 0.0121, 0.0126, 5"})
    void followTheSecondDigitOfHalfOfTheInterval(double value, double low, double high, int decimals) {
        assertThat(JustifiedDecimals.of(value, low, high)).isEqualTo(decimals);
        assertThat(JustifiedDecimals.ofFigure(value, low, high)).isEqualTo(decimals);
    }

    @ParameterizedTest
    @CsvSource({"120, 90, 37000, -1", "-0.3, -25, -0.004, 2", "0.3, -25, 25, 0"})
    void aFigureBesideZeroIsToldFromIt(double value, double low, double high, int decimals) {
        assertThat(JustifiedDecimals.ofFigure(value, low, high)).isEqualTo(decimals);
    }
}
