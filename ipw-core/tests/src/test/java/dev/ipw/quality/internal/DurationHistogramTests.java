package dev.ipw.quality.internal;

import dev.ipw.quality.RunValidity.Delays;
import dev.ipw.statistics.Quantiles;
import java.util.Random;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

class DurationHistogramTests {
    @Test
    void quantilesAreWithinAStepOfTheExactOnes() {
        Random random = new Random(5);
        for (int sample = 0; sample < 50; sample++) {
            DurationHistogram histogram = new DurationHistogram();
            double[] values = new double[1 + random.nextInt(5000)];
            double spread = 1 + random.nextInt(6);
            double sum = 0;
            for (int index = 0; index < values.length; index++) {
                long nanos = (long) Math.exp(3 + random.nextDouble() * 5 * spread);
                values[index] = nanos;
                sum += nanos;
                histogram.add(nanos);
            }
            Delays delays = histogram.delays();
            assertThat(delays.count()).isEqualTo(values.length);
            assertThat(delays.meanSeconds().orElseThrow() * 1e9).isCloseTo(sum / values.length,
                    withinPercentage(1e-6));
            // A rank's value, where the exact rule lies between two of them.
            long rank = Math.round(0.5 * (values.length - 1));
            assertThat(delays.medianSeconds().orElseThrow() * 1e9).isCloseTo(
                    Quantiles.of(values, values.length == 1 ? 0 : (double) rank / (values.length - 1)),
                    withinPercentage(1.6));
            assertThat(delays.maxSeconds().orElseThrow() * 1e9).isCloseTo(Quantiles.of(values, 1),
                    withinPercentage(1e-6));
        }
    }

    @Test
    void aPercentileNeedsValuesBeyondIt() {
        DurationHistogram histogram = new DurationHistogram();
        assertThat(histogram.delays()).isEqualTo(Delays.NONE);
        for (int count = 1; count <= 100; count++) {
            histogram.add(count);
            Delays delays = histogram.delays();
            assertThat(delays.medianSeconds()).isPresent();
            assertThat(delays.p90Seconds().isPresent()).isEqualTo(count >= 10);
            assertThat(delays.p99Seconds().isPresent()).isEqualTo(count >= 100);
        }
    }

    @Test
    void countsWhatIsLongerAndTakesLessThanNothingForNothing() {
        DurationHistogram histogram = new DurationHistogram();
        histogram.add(-5);
        histogram.add(500_000);
        histogram.add(2_000_000);
        histogram.add(Long.MAX_VALUE);
        assertThat(histogram.countAbove(0.001)).isEqualTo(2);
        assertThat(histogram.count()).isEqualTo(4);
        assertThat(histogram.quantileSeconds(0.5)).isPresent();
    }
}
