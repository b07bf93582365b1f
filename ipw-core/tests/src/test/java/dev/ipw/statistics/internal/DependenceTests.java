package dev.ipw.statistics.internal;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

class DependenceTests {
    private static double[] following(double scale) {
        SplittableRandom random = new SplittableRandom(4);
        double[] series = new double[200];
        double level = 0;
        for (int index = 0; index < series.length; index++) {
            level = 0.9 * level + random.nextGaussian();
            series[index] = scale * level;
        }
        return series;
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void refusesWhatIsNotFinite(double value) {
        double[] series = following(1);
        series[17] = value;

        assertThatIllegalArgumentException().isThrownBy(() -> Dependence.of(series)).withMessageContaining("finite");
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e300, 1e-300, -3e7})
    void isTheSameInAnyUnit(double scale) {
        Dependence inUnits = Dependence.of(following(1));

        assertThat(inUnits.inflation()).isGreaterThan(5);
        assertThat(Dependence.of(following(scale)).inflation()).isCloseTo(inUnits.inflation(), within(1e-6));
    }

    @Test
    void ofValuesThatAreAllTheSameIsNone() {
        double[] series = new double[50];
        Arrays.fill(series, 1e300);

        assertThat(Dependence.of(series)).isEqualTo(Dependence.none(50));
        assertThat(Dependence.of(new double[50])).isEqualTo(Dependence.none(50));
    }
}
