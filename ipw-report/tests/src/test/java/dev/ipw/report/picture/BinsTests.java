package dev.ipw.report.picture;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class BinsTests {
    private static final OptionalInt ANY = OptionalInt.empty();
    private static final OptionalDouble FITTING = OptionalDouble.empty();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void holdEveryValueOnce(long seed) {
        Random random = new Random(seed);
        double scale = Math.pow(10, random.nextInt(12) - 6);
        double[] values = random.doubles(1 + random.nextInt(5_000), 0, 1).map(value -> Math.exp(4 * value) * scale)
                .toArray();
        for (Bins bins : new Bins[]{Bins.of(values), Bins.of(values, OptionalInt.of(7), FITTING, false),
                Bins.of(values, ANY, OptionalDouble.of(3 * scale), false), Bins.of(values, ANY, FITTING, true)}) {
            assertThat(Arrays.stream(bins.count(values)).sum()).isEqualTo(values.length);
            double[] edges = bins.edges();
            for (double value : values) {
                int bin = bins.indexOf(value);
                assertThat(value).isBetween(edges[bin], edges[bin + 1]);
            }
        }
    }

    /** Values whose differences a double hardly tells, or of which it cannot hold the difference. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void growHoweverCloseOrFarTheValuesAre(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 50; round++) {
            double middle = Math.scalb(random.nextDouble() + 1, random.nextInt(2_046) - 1_022)
                    * (random.nextBoolean() ? 1 : -1);
            double[] values = random.ints(1 + random.nextInt(40), 0, 4)
                    .mapToDouble(step -> random.nextInt(9) == 0 ? -middle : middle + step * Math.ulp(middle)).toArray();
            for (boolean logarithmic : new boolean[]{false, true}) {
                double[] shown = Arrays.stream(values).filter(value -> !logarithmic || value > 0).toArray();
                if (shown.length > 0) {
                    Bins bins = Bins.of(values, random.nextBoolean() ? ANY : OptionalInt.of(40), FITTING, logarithmic);
                    assertThat(Arrays.stream(bins.count(shown)).sum()).isEqualTo(shown.length);
                }
            }
        }
    }

    @Test
    void holdTheirLowerBoundAndTheLastOneBoth() {
        Bins bins = new Bins(new double[]{0, 1, 2});
        assertThat(bins.count(0, 1, 2, -0.1, 2.1, Double.NaN)).containsExactly(1, 2);
    }

    @Test
    void beginAtMultiplesOfTheirWidth() {
        Bins bins = Bins.of(new double[]{0.0013, 0.0042}, ANY, OptionalDouble.of(0.001), false);
        assertThat(bins.edges()).containsExactly(new double[]{0.001, 0.002, 0.003, 0.004, 0.005}, within(1e-12));
    }

    @Test
    void areWholeForWholeNumbers() {
        Bins bins = Bins.of(new double[]{2, 3, 4, 4, 5}, OptionalInt.of(8), FITTING, false);
        assertThat(bins.count(2, 3, 4, 4, 5)).containsExactly(1, 1, 2, 1);
        assertThat(bins.name(2)).isEqualTo("4");
        Bins wide = Bins.of(new double[]{1, 100}, OptionalInt.of(10), FITTING, false);
        assertThat(wide.name(0)).isEqualTo("0\u20139");
    }

    @Test
    void lookEquallyWideOnALogarithmicAxis() {
        double[] edges = Bins.of(new double[]{-1, 0, 1, 10, 1000}, OptionalInt.of(3), FITTING, true).edges();
        assertThat(edges).containsExactly(new double[]{1, 10, 100, 1000}, within(1e-9));
    }

    @Test
    void areAroundValuesThatAreAllAlike() {
        assertThat(Arrays.stream(Bins.of(0.5, 0.5, 0.5).count(0.5, 0.5, 0.5)).sum()).isEqualTo(3);
        assertThat(Arrays.stream(Bins.of(0, 0).count(0, 0)).sum()).isEqualTo(2);
    }

    @Test
    void refuseWhatCannotBeDrawn() {
        assertThatThrownBy(() -> Bins.of(new double[]{0, 1}, ANY, OptionalDouble.of(1e-9), false))
                .hasMessageContaining("at most 2000 are drawn, so take wider ones");
        assertThatThrownBy(() -> Bins.of(Double.NaN)).hasMessageContaining("no value to choose bins for");
        assertThatThrownBy(() -> new Bins(new double[]{1, 1})).isInstanceOf(IllegalArgumentException.class);
    }
}
