package dev.ipw.statistics.internal.series;

import org.apache.commons.math3.distribution.ChiSquaredDistribution;
import org.apache.commons.math3.distribution.TDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Compares with Commons Math, which applications that only measure do not have. */
class SeriesInflationTests {
    @ParameterizedTest
    @ValueSource(doubles = {1, 1.3, 2, 3.7, 10, 59, 60, 61, 400.5, 4094})
    void knowsTheTailOfStudentsDistribution(double freedom) {
        TDistribution law = new TDistribution(null, freedom);
        for (double deviation : new double[]{1, 1.5, 1.881, 2, 4, 15, 1e3}) {
            double expected = law.cumulativeProbability(-deviation);
            assertThat(StudentTail.beyond(deviation, freedom)).isCloseTo(expected, within(1e-9 * expected + 1e-14));
        }
        assertThat(StudentTail.beyond(law.inverseCumulativeProbability(0.97), freedom)).isCloseTo(0.03, within(1e-9));
    }

    @Test
    void countsEverySmallDeviationAsOneThatIsCommon() {
        assertThat(StudentTail.beyond(-3, 5)).isEqualTo(StudentTail.beyond(1, 5)).isGreaterThan(0.15);
    }

    @Test
    void knowsTheQuantilesForEachNumberOfLongBatches() {
        for (int batches = 12; batches <= 17; batches++) {
            assertThat(SeriesInflation.maxChiSquared(batches)).isCloseTo(
                    new ChiSquaredDistribution(null, batches - 1.0).inverseCumulativeProbability(0.99), within(1e-7));
        }
    }
}
