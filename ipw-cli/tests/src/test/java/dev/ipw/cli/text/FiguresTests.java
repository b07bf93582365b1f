package dev.ipw.cli.text;

import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class FiguresTests {
    @ParameterizedTest
    @CsvSource({"0,0", "1,1", "12.34567,12.35", "0.0123456,0.01235", "123456.7,123500", "0.00012345,0.0001234",
            "1234567,1235000", "-2.5,-2.5", "0.001,0.001", "1e-9,1.000e-09", "2.5e12,2.500e+12"})
    void writesFourSignificantDigits(double value, String written) {
        assertThat(Figures.of(value)).isEqualTo(written);
    }

    @Test
    void writesADashForWhatNobodyKnows() {
        assertThat(Figures.of(OptionalDouble.empty())).isEqualTo("-");
    }

    @Test
    void writesShares() {
        assertThat(Figures.percent(0.4333)).isEqualTo("43.3 %");
    }

    @ParameterizedTest
    @CsvSource({"0.01234567, J, 12.35 mJ", "4560, J, 4.56 kJ", "0.00025, s, 250 \u00b5s", "4000, s, 4000 s",
            "2.5e12, FLOP, 2.5 TFLOP", "0.0125, USD, 0.0125 USD", "0, J, 0 J", "31.5, W, 31.5 W"})
    void hasAPrefixWhereThatIsShorter(double value, String unit, String written) {
        assertThat(Figures.of(value, unit)).isEqualTo(written);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "0.0123456 | 0.0119 | 0.0128 | J | 12.35 mJ [11.90, 12.80]",
            "12345 | 9000 | 15000 | J | 12.3 kJ [9.0, 15.0]",
            "18312 | 15000 | 21000 | tokens/s | 18300 tokens/s [15000, 21000]",
            "0.5 | 0.5 | 0.5 | J | 500 mJ [500, 500]", "3 | 2 | Infinity | J | 3.0 J [2.0, ?]",
            "3 | NaN | NaN | J | 3 J", "0 | -0.002 | 0.002 | s | 0.0 ms [-2.0, 2.0]",
            "123.4567 | 123.4566 | 123.4568 | W | 123.46 W [123.46, 123.46]"})
    void hasTheDigitsThatItsIntervalJustifies(double value, double low, double high, String unit, String written) {
        assertThat(Figures.between(value, low, high, unit)).isEqualTo(written);
    }

    @Test
    void writesSharesWithTheirInterval() {
        assertThat(Figures.percent(new Estimate(0.8667, new Interval(0.758, 0.931, 0.95))))
                .isEqualTo("86.7 % [75.8, 93.1]");
    }

    @Test
    void aFigureThatIsRoundedUpToAThousandHasTheNextPrefix() {
        assertThat(ShownFigure.between(0.9794, 0.1, 2.5, "J").text()).isEqualTo("1.0 J [0.1, 2.5]");
        assertThat(ShownFigure.between(0.9794, 0.979, 0.98, "J").text()).startsWith("979.40 mJ ");
        assertThat(ShownFigure.between(999_700, 999_000, 1_000_400, "W").text())
                .isEqualTo("999.70 kW [999.00, 1000.40]");
        assertThat(ShownFigure.between(999_960, 995_000, 1_004_900, "W").text())
                .isEqualTo("1.0000 MW [0.9950, 1.0049]");
    }

    @ParameterizedTest
    @CsvSource({"0.00026019, 0.00026 USD", "0.0000002658, 0.000000266 USD", "2.5, 2.5 USD", "1234.567, 1234.57 USD",
            "0, 0 USD", "0.28, 0.28 USD", "100, 100 USD"})
    void writesMoneyWithoutExponent(double amount, String text) {
        assertThat(Figures.usd(amount)).isEqualTo(text);
    }
}
