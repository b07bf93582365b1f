package dev.ipw.analysis.comparison.internal;

import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class FigureTextTests {
    @ParameterizedTest
    @CsvSource({"0.01164, s, 11.6 ms", "1.5, s, 1.50 s", "0.0000012345, s, 1.23 \u00b5s", "123456, s, 123000 s",
            "12345, J, 12.3 kJ", "0.5, tokens, 0.500 tokens", "18312, tokens/s, 18300 tokens/s", "0, s, 0 s",
            "-0.0025, s, -2.50 ms", "4, tokens, 4 tokens", "1e-9, tokens, 1.00e-09 tokens"})
    void hasThreeDigitsAndAUnit(double value, String unit, String expected) {
        assertThat(new FigureText(value, unit)).hasToString(expected);
    }

    @Test
    void writesIntervalsInOneUnit() {
        Estimate estimate = new Estimate(0.0012, new Interval(-0.0001, 0.0141, 0.95));
        assertThat(FigureText.of(new Estimate(0.0102, new Interval(0.00998, 0.0104, 0.95)), "s"))
                .isEqualTo("10.2 ms (9.98, 10.4)");
        assertThat(FigureText.signed(estimate, "s")).isEqualTo("+1.20 ms (-0.100, +14.1)");
        assertThat(FigureText.percent(estimate)).isEqualTo("+0.120 % (-0.0100, +1.41)");
        assertThat(new FigureText(0.545, "")).hasToString("0.545");
        // The rounding of a quotient of two equal figures.
        assertThat(FigureText.percent(4e-16)).isEqualTo("0 %");
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.POSITIVE_INFINITY, Double.NaN})
    void theOpenEndOfAnIntervalIsUnknown(double open) {
        Estimate estimate = new Estimate(0.0012, new Interval(-0.0001, open, 0.95));

        assertThat(FigureText.of(estimate, "s")).isEqualTo("1.20 ms (-0.100, ?)");
        assertThat(FigureText.signed(estimate, "s")).isEqualTo("+1.20 ms (-0.100, ?)");
        assertThat(FigureText.percent(estimate)).isEqualTo("+0.120 % (-0.0100, ?)");
    }

    @Test
    void whatIsNoNumberIsUnknown() {
        assertThat(new FigureText(Double.NaN, "J")).hasToString("? J");
        assertThat(new FigureText(Double.POSITIVE_INFINITY, "s").signed()).isEqualTo("? s");
    }
}
