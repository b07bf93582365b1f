package dev.ipw.statistics.internal;

import dev.ipw.statistics.Interval;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class ProportionTests {
    /** Expected values: scipy.stats.binomtest(k, n).proportion_ci(0.95, "wilson"). */
    @ParameterizedTest
    @CsvSource({"8, 10, 0.4901624715366418, 0.9433178485456248", "0, 10, 0.0, 0.27753279986288926",
            "10, 10, 0.7224672001371109, 1.0", "364, 500, 0.6873673929547526, 0.7651559077947796",
            "1, 3, 0.06149194472039624, 0.7923403991979523"})
    void agreesWithScipy(long successes, long trials, double low, double high) {
        Interval interval = new Proportion(successes, trials).wilson(0.95);

        assertThat(interval.low()).isCloseTo(low, within(1e-12));
        assertThat(interval.high()).isCloseTo(high, within(1e-12));
    }

    @Test
    void refusesMoreSuccessesThanTrials() {
        assertThatThrownBy(() -> new Proportion(3, 2)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("3 successes in 2 trials");
    }

    @Test
    void hasNoValueWithoutTrials() {
        assertThatThrownBy(() -> new Proportion(0, 0).wilson(0.95)).isInstanceOf(ArithmeticException.class);
    }
}
