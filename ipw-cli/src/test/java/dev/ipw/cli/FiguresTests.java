package dev.ipw.cli;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class FiguresTests {
    @ParameterizedTest
    @CsvSource({"0,0", "1,1", "12.34567,12.35", "0.0123456,0.01235", "123456.7,123500", "0.00012345,1.235e-04",
            "1234567,1.235e+06", "-2.5,-2.5", "0.001,0.001"})
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
}
