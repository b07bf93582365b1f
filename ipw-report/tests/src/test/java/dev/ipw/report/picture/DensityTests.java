package dev.ipw.report.picture;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class DensityTests {
    /** Worked out with NumPy from the formula. */
    @Test
    void isThatOfTheFormula() {
        Density density = Density.of(new double[]{12, 30, 31, 45, 45, 60, 75, 75, 80, 120, 150, 151}).orElseThrow();
        assertThat(density.bandwidth()).isCloseTo(25.226108549205353, within(1e-12));
        assertThat(density.x()).hasSize(512).startsWith(12).endsWith(151);
        assertThat(density.density()[0]).isCloseTo(0.004819354132188453, within(1e-15));
        assertThat(density.density()[100]).isCloseTo(0.008052451908532305, within(1e-15));
        assertThat(density.density()[511]).isCloseTo(0.0033097792783490275, within(1e-15));
    }

    @Test
    void isTheSameForManyValuesAsForTheirHistogram() {
        Random random = new Random(3);
        double[] few = IntStream.range(0, 16_000).mapToDouble(one -> random.nextGaussian(100, 20)).toArray();
        double[] twice = IntStream.range(0, 32_000).mapToDouble(one -> few[one % 16_000]).toArray();
        Density exact = Density.of(few).orElseThrow();
        Density binned = Density.of(twice).orElseThrow();
        double step = binned.x()[1] - binned.x()[0];
        double area = IntStream.range(0, 512).mapToDouble(point -> binned.density()[point] * step).sum();
        assertThat(area).isCloseTo(1, within(0.01));
        // Twice as many values have a narrower kernel, which changes a smooth density little.
        assertThat(binned.density()[256]).isCloseTo(exact.density()[256], within(0.05 * exact.density()[256]));
    }

    @Test
    void needsTwoValuesThatDiffer() {
        assertThat(Density.of(new double[]{4, 4, 4})).isEmpty();
        assertThat(Density.of(new double[]{4, Double.NaN})).isEmpty();
        assertThat(Density.of(new double[0])).isEmpty();
    }
}
