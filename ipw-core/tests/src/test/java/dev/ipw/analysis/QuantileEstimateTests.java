package dev.ipw.analysis;

import dev.ipw.statistics.Quantiles;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class QuantileEstimateTests {
    private static double[] ranks(int count) {
        return IntStream.rangeClosed(1, count).asDoubleStream().toArray();
    }

    // The ranks were computed with exact fractions of integers.
    @ParameterizedTest
    @CsvSource({"100, 0.5, 40, 61", "20, 0.5, 6, 15", "1000, 0.9, 881, 919", "368, 0.99, 360, 368"})
    void liesBetweenTheOrderStatisticsThatTheBinomialDistributionNames(int count, double probability, double low,
            double high) {
        QuantileEstimate estimate = QuantileEstimate.of(ranks(count), probability).orElseThrow();
        assertThat(estimate.low()).hasValue(low);
        assertThat(estimate.high()).hasValue(high);
        assertThat(estimate.value()).isEqualTo(Quantiles.of(ranks(count), probability));
    }

    @Test
    void hasOneSideWhereTheSampleIsTooSmallForTwo() {
        assertThat(QuantileEstimate.of(ranks(368), 0.99).orElseThrow().high()).isPresent();
        QuantileEstimate small = QuantileEstimate.of(ranks(367), 0.99).orElseThrow();
        assertThat(small.high()).isEmpty();
        assertThat(small.low()).isPresent();
        QuantileEstimate low = QuantileEstimate.of(ranks(100), 0.01).orElseThrow();
        assertThat(low.low()).isEmpty();
        assertThat(low.high()).isPresent();
    }

    @ParameterizedTest
    @CsvSource({"99, 0.99, false", "100, 0.99, true", "9, 0.9, false", "10, 0.9, true", "1, 0.5, false",
            "2, 0.5, true", "999, 0.999, false", "1000, 0.999, true", "19, 0.95, false", "20, 0.95, true",
            "0, 0.5, false"})
    void isThereOnlyIfTheSampleReachesTheTail(int count, double probability, boolean there) {
        assertThat(QuantileEstimate.of(ranks(count), probability).isPresent()).isEqualTo(there);
    }

    @ParameterizedTest
    @CsvSource({"30, 0.5", "60, 0.9", "500, 0.99", "150, 0.99"})
    void holdsTheTrueQuantileAsOftenAsItSays(int count, double probability) {
        SplittableRandom random = new SplittableRandom(5);
        int held = 0;
        int runs = 4000;
        for (int run = 0; run < runs; run++) {
            // Skewed, so that nothing leans on symmetry; its quantile is known.
            double[] values = random.doubles(count).map(uniform -> -Math.log(1 - uniform)).toArray();
            Optional<QuantileEstimate> estimate = QuantileEstimate.of(values, probability);
            double truth = -Math.log(1 - probability);
            boolean above = estimate.orElseThrow().low().orElse(Double.NEGATIVE_INFINITY) <= truth;
            boolean below = estimate.orElseThrow().high().orElse(Double.POSITIVE_INFINITY) >= truth;
            held += above && below ? 1 : 0;
        }
        assertThat((double) held / runs).isBetween(0.94, 1.0);
    }

    @Test
    void answersForTiesAndLeavesItsValuesAlone() {
        double[] values = {3, 3, 3, 3, 3, 3, 3, 3, 3, 3};
        QuantileEstimate estimate = QuantileEstimate.of(values, 0.5).orElseThrow();
        assertThat(estimate.low()).hasValue(3);
        assertThat(estimate.high()).hasValue(3);
        double[] mixed = {3, 1, 2};
        QuantileEstimate.of(mixed, 0.5);
        assertThat(Arrays.toString(mixed)).isEqualTo("[3.0, 1.0, 2.0]");
    }

    @ParameterizedTest
    @CsvSource({"0", "1", "-0.1", "NaN"})
    void refusesWhatIsNoProbability(double probability) {
        assertThatThrownBy(() -> QuantileEstimate.of(ranks(100), probability))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
