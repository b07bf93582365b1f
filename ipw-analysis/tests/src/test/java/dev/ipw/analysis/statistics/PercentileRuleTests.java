package dev.ipw.analysis.statistics;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

class PercentileRuleTests {
    private static final double[] ONE_TO_TEN = IntStream.rangeClosed(1, 10).asDoubleStream().toArray();

    @ParameterizedTest
    @CsvSource({"LINEAR, 0.5, 5.5", "LINEAR, 0.9, 9.1", "LINEAR, 0.99, 9.91", "EXCLUSIVE, 0.5, 5.5",
            "EXCLUSIVE, 0.9, 9.9", "EXCLUSIVE, 0.99, 10.89", "EXCLUSIVE, 0.01, 0.11", "INVERSE_CDF, 0.5, 5",
            "INVERSE_CDF, 0.9, 9", "INVERSE_CDF, 0.91, 10", "INVERSE_CDF, 0.99, 10", "INVERSE_CDF, 0.01, 1"})
    void takesPercentilesOfOneToTen(PercentileRule rule, double probability, double expected) {
        assertThat(rule.of(rank -> ONE_TO_TEN[rank], 10, probability)).isCloseTo(expected, within(1e-12));
    }

    @ParameterizedTest
    @EnumSource
    void givesASingleValueBack(PercentileRule rule) {
        assertThat(rule.of(rank -> 7, 1, 0.99)).isEqualTo(7);
        assertThat(rule.words()).contains("(type ");
    }

    @Test
    void refusesWhatIsNoPercentile() {
        assertThatIllegalArgumentException().isThrownBy(() -> PercentileRule.LINEAR.of(rank -> 1, 0, 0.5));
        assertThatIllegalArgumentException().isThrownBy(() -> PercentileRule.LINEAR.of(rank -> 1, 2, 1));
    }
}
