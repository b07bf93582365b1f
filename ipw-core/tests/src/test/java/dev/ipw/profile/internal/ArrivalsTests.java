package dev.ipw.profile.internal;

import dev.ipw.error.ConfigurationException;
import dev.ipw.load.Load;
import dev.ipw.load.LoadShape;
import dev.ipw.testing.Draws;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

@Tag("statistical")
class ArrivalsTests {
    private static final int MANY = 200_000;

    private static long[] drawn(Load load, int count, long seed) {
        Arrivals arrivals = new Arrivals((LoadShape.ArrivalRate) load.shape(), load.ramp(), load.duration(), seed);
        return LongStream.generate(arrivals::next).limit(count).toArray();
    }

    private static double[] distances(long[] arrivals) {
        double[] distances = new double[arrivals.length - 1];
        Arrays.setAll(distances, i -> (arrivals[i + 1] - arrivals[i]) / 1e9);
        return distances;
    }

    @Test
    void comeAtEvenDistances() {
        assertThat(drawn(Load.constant(4), 5, 1)).containsExactly(0, 250_000_000, 500_000_000, 750_000_000,
                1_000_000_000);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "0.25, 2", "4, 0.5"})
    void keepTheRateAndSpreadAsTheGammaDistributionDoes(double burstiness, double deviationByMean) {
        double[] distances = distances(drawn(Load.gamma(50, burstiness), MANY, 7));
        double mean = Arrays.stream(distances).average().orElseThrow();
        double variance = Arrays.stream(distances).map(one -> (one - mean) * (one - mean)).average().orElseThrow();
        assertThat(mean).isCloseTo(0.02, within(0.02 * 0.02));
        assertThat(Math.sqrt(variance) / mean).isCloseTo(deviationByMean, within(0.05 * deviationByMean));
    }

    @ParameterizedTest
    @CsvSource({"8, 1, 0", "8, 0.25, 0", "8, 4, 0", "1, 1, 0", "8, 1, 10"})
    void areAsManyInATimeAsTheRateSaysAndElsewhereForEachSeed(double perSecond, double burstiness, long rampSeconds) {
        Load load = Load.gamma(perSecond, burstiness).rampedOver(Duration.ofSeconds(rampSeconds))
                .lasting(Duration.ofSeconds(30));
        long end = Duration.ofSeconds(30).toNanos();
        long wanted = Math.round(perSecond * (30 - rampSeconds / 2.0));
        Set<Long> middles = new HashSet<>();
        for (long seed = 0; seed < 200; seed++) {
            long[] arrivals = drawn(load, (int) wanted + 2, seed);
            assertThat(arrivals[(int) wanted - 1]).isLessThanOrEqualTo(end);
            assertThat(arrivals[(int) wanted]).isGreaterThanOrEqualTo(end);
            middles.add(arrivals[(int) wanted / 2]);
        }
        assertThat(middles).hasSize(200);
    }

    @Test
    void ofAGivenTimeComeInEachPartOfItAlike() {
        int early = 0;
        int draws = 400;
        for (long seed = 0; seed < draws; seed++) {
            early += (int) LongStream.of(drawn(Load.poisson(2).lasting(Duration.ofSeconds(10)), 20, seed))
                    .filter(nanos -> nanos < 2_500_000_000L).count();
        }
        assertThat(early).isBetween(Draws.minHits(20 * draws, 0.25), Draws.maxHits(20 * draws, 0.25));
    }

    @Test
    void poissonLeavesAShareOfEmptySecondsAsItShould() {
        long[] arrivals = drawn(Load.poisson(2), MANY, 3);
        int seconds = (int) (arrivals[MANY - 1] / 1_000_000_000);
        boolean[] busy = new boolean[seconds + 1];
        LongStream.of(arrivals).forEach(nanos -> busy[(int) (nanos / 1_000_000_000)] = true);
        double empty = 0;
        for (boolean second : busy) {
            empty += second ? 0 : 1.0 / busy.length;
        }
        assertThat(empty).isCloseTo(Math.exp(-2), within(0.005));
    }

    @ParameterizedTest
    @ValueSource(strings = {"constant", "poisson"})
    void growEvenlyDuringTheRamp(String shape) {
        Load load = (shape.equals("constant") ? Load.constant(1000) : Load.poisson(1000))
                .rampedOver(Duration.ofSeconds(20));
        long[] arrivals = drawn(load, 30_000, 5);
        for (int second = 2; second <= 20; second += 2) {
            long until = second * 1_000_000_000L;
            double expected = 1000.0 * second * second / 40;
            assertThat((double) LongStream.of(arrivals).filter(nanos -> nanos < until).count())
                    .isCloseTo(expected, within(4 * Math.sqrt(expected) + 1));
        }
        assertThat(LongStream.of(arrivals).filter(nanos -> nanos < 25_000_000_000L).count()).isBetween(14_400L,
                15_600L);
    }

    @Test
    void neverGoBack() {
        for (long seed = 0; seed < 50; seed++) {
            double burstiness = 0.05 + seed / 10.0;
            long[] arrivals = drawn(Load.gamma(300, burstiness).rampedOver(Duration.ofMillis(700)), 2000, seed);
            assertThat(arrivals).isSorted();
        }
    }

    @Test
    void areTheSameForTheSameSeed() {
        assertThat(drawn(Load.poisson(5), 100, 11)).isEqualTo(drawn(Load.poisson(5), 100, 11))
                .isNotEqualTo(drawn(Load.poisson(5), 100, 12));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY, 100_001})
    void refuseARateThatCannotBe(double rate) {
        assertThatThrownBy(() -> Load.constant(rate)).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("requests a second");
    }

    @Test
    void sayWhatTheyAre() {
        assertThat(Load.concurrency(8)).hasToString("8 at a time");
        assertThat(Load.poisson(2.5).rampedOver(Duration.ofSeconds(10)).lasting(Duration.ofMinutes(5)))
                .hasToString("2.5 a second (Poisson), ramped over 10 s, for 300 s");
        assertThat(Load.gamma(2, 0.3)).hasToString("2 a second (gamma, burstiness 0.3)");
        assertThat(Load.constant(1).settings().burstiness()).isEqualTo(OptionalDouble.empty());
    }
}
