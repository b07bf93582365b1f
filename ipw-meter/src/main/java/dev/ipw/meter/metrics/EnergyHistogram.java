package dev.ipw.meter.metrics;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.NativeHistogramBuckets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The distribution of joules by model, with buckets of both kinds that Prometheus knows. */
final class EnergyHistogram {
    /** Each native bucket ends at the eighth root of two above its start, 9 % more. */
    static final int SCHEMA = 3;
    /** Joules up to this one are counted as none by native buckets. */
    static final double ZERO_THRESHOLD = 1e-3;
    private static final double BUCKETS_PER_DOUBLING = 1 << SCHEMA;
    private static final double[] UPPER_BOUNDS = {0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4,
            1e5, 1e6, Double.POSITIVE_INFINITY};

    private final Map<String, Buckets> byModel = new LinkedHashMap<>();

    private static final class Buckets {
        private final long[] classic = new long[UPPER_BOUNDS.length];
        private final SortedMap<Integer, Long> exponential = new TreeMap<>();
        private long zeros;
        private double sum;
    }

    void observe(String model, double joules) {
        Buckets buckets = byModel.computeIfAbsent(model, unused -> new Buckets());
        int found = Arrays.binarySearch(UPPER_BOUNDS, joules);
        buckets.classic[found < 0 ? -found - 1 : found]++;
        if (joules <= ZERO_THRESHOLD) {
            buckets.zeros++;
        } else {
            buckets.exponential.merge(index(joules), 1L, Long::sum);
        }
        buckets.sum += joules;
    }

    /** Returns the native bucket of a value: the first whose upper bound is not below it. */
    private static int index(double joules) {
        int index = (int) Math.ceil(Math.log(joules) / Math.log(2) * BUCKETS_PER_DOUBLING);
        while (upperBound(index) < joules) { // The logarithm is rounded.
            index++;
        }
        while (upperBound(index - 1) >= joules) {
            index--;
        }
        return index;
    }

    private static double upperBound(int index) {
        return Math.pow(2, index / BUCKETS_PER_DOUBLING);
    }

    Collected collect() {
        List<HistogramDataPointSnapshot> points = new ArrayList<>();
        byModel.forEach((model, buckets) -> points.add(HistogramDataPointSnapshot.builder()
                .labels(Labels.of("model", model)).sum(buckets.sum)
                .classicHistogramBuckets(ClassicHistogramBuckets.of(UPPER_BOUNDS.clone(), boxed(buckets.classic)))
                .nativeSchema(SCHEMA).nativeZeroThreshold(ZERO_THRESHOLD).nativeZeroCount(buckets.zeros)
                .nativeBucketsForPositiveValues(NativeHistogramBuckets.of(List.copyOf(buckets.exponential.keySet()),
                        List.copyOf(buckets.exponential.values())))
                .build()));
        return new Collected(MeterMetric.REQUEST_ENERGY,
                new HistogramSnapshot(MeterMetric.REQUEST_ENERGY.metadata(), points));
    }

    private static Number[] boxed(long[] counts) {
        return Arrays.stream(counts).boxed().toArray(Number[]::new);
    }
}
