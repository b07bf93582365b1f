package dev.ipw.meter.metrics;

import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.NativeHistogramBucket;
import java.util.Random;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class EnergyHistogramTests {
    private static HistogramDataPointSnapshot of(double... joules) {
        EnergyHistogram histogram = new EnergyHistogram();
        for (double one : joules) {
            histogram.observe("m", one);
        }
        return (HistogramDataPointSnapshot) histogram.collect().snapshot().getDataPoints().getFirst();
    }

    @Test
    void putsEachValueIntoTheNativeBucketThatContainsIt() {
        Random random = new Random(5);
        for (int i = 0; i < 2_000; i++) {
            double joules = Math.pow(10, 12 * random.nextDouble() - 2.9);
            NativeHistogramBucket bucket = of(joules).getNativeBucketsForPositiveValues().stream().findFirst()
                    .orElseThrow();
            assertThat(joules).isGreaterThan(Math.pow(2, (bucket.getBucketIndex() - 1) / 8.0))
                    .isLessThanOrEqualTo(Math.pow(2, bucket.getBucketIndex() / 8.0));
        }
    }

    @Test
    void putsABoundIntoTheBucketBelowIt() {
        for (int index = -70; index <= 200; index++) {
            assertThat(of(Math.pow(2, index / 8.0)).getNativeBucketsForPositiveValues().getBucketIndex(0))
                    .isEqualTo(index);
        }
        assertThat(of(0.1).getClassicBuckets().getCount(0)).isEqualTo(1);
    }

    @Test
    void countsAlikeInBothKindsOfBuckets() {
        double[] joules = new Random(6).doubles(3_000, 0, 3e6).toArray();
        joules[0] = 0;
        HistogramDataPointSnapshot point = of(joules);
        long natives = point.getNativeZeroCount() + point.getNativeBucketsForPositiveValues().stream()
                .mapToLong(NativeHistogramBucket::getCount).sum();
        long classic = point.getClassicBuckets().stream().mapToLong(bucket -> bucket.getCount()).sum();
        assertThat(natives).isEqualTo(3_000).isEqualTo(classic).isEqualTo(point.getCount());
        assertThat(point.getNativeZeroCount()).isEqualTo(1);
        double sum = 0;
        for (double one : joules) {
            sum += one;
        }
        assertThat(point.getSum()).isCloseTo(sum, within(1e-9 * sum));
    }
}
