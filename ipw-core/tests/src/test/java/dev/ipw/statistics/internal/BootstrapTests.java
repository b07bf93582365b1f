package dev.ipw.statistics.internal;

import dev.ipw.statistics.Interval;
import dev.ipw.testing.Draws;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

@Tag("statistical")
class BootstrapTests {
    @Test
    void givesTheSameIntervalForTheSameObservations() {
        double[] values = values(7, 50);

        assertThat(meanInterval(values)).isEqualTo(meanInterval(values));
    }

    @Test
    void coversTheTrueMeanAboutAsOftenAsItSays() {
        int covered = 0;
        int samples = Draws.of(40, 400);
        for (int sample = 0; sample < samples; sample++) {
            Interval interval = meanInterval(values(1000 + sample, 60));
            covered += interval.low() <= 0.5 && 0.5 <= interval.high() ? 1 : 0;
        }

        assertThat(covered).isGreaterThanOrEqualTo(Draws.minHits(samples, 0.93));
    }

    @Test
    void isAPointForOneObservation() {
        Interval interval = meanInterval(new double[]{3});

        assertThat(interval.low()).isEqualTo(3, within(0.0));
        assertThat(interval.high()).isEqualTo(3, within(0.0));
    }

    @Test
    void sumsColumnsOverTheSameDraws() {
        double[] values = values(7, 60);
        double[] ones = new double[values.length];
        Arrays.fill(ones, 1);

        double[][] sums = Bootstrap.sums(values.length, new double[][]{values, ones});
        double[] means = IntStream.range(0, sums[0].length).mapToDouble(draw -> sums[0][draw] / sums[1][draw])
                .toArray();

        Interval ofSums = Bootstrap.interval(means, 0.95);
        Interval ofDraws = meanInterval(values);
        assertThat(ofSums.low()).isEqualTo(ofDraws.low(), within(1e-12));
        assertThat(ofSums.high()).isEqualTo(ofDraws.high(), within(1e-12));
    }

    @Test
    void leavesOutDrawsWithoutAFiniteFigure() {
        double[] below = {0, 0, 2};

        Interval interval = Bootstrap.interval(3,
                drawn -> drawn.length / IntStream.of(drawn).mapToDouble(i -> below[i]).sum(),
                0.95);

        assertThat(interval.low()).isPositive();
        assertThat(interval.high()).isFinite();
    }

    private static Interval meanInterval(double[] values) {
        return Bootstrap.interval(values.length,
                drawn -> IntStream.of(drawn).mapToDouble(i -> values[i]).average().orElseThrow(),
                0.95);
    }

    private static double[] values(long seed, int count) {
        return new SplittableRandom(seed).doubles(count).toArray();
    }
}
