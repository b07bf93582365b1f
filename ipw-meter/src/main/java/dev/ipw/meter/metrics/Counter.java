package dev.ipw.meter.metrics;

import io.prometheus.metrics.model.snapshots.Labels;
import java.util.LinkedHashMap;
import java.util.Map;

/** A counter by labels. */
final class Counter {
    private final MeterMetric metric;
    private final String[] labelNames;
    private final Map<Labels, Sum> sums = new LinkedHashMap<>();

    Counter(MeterMetric metric, String... labelNames) {
        this.metric = metric;
        this.labelNames = labelNames;
    }

    /** A sum that does not lose the small amounts of a long time. */
    private static final class Sum {
        private double total;
        private double lost;

        void add(double amount) {
            double corrected = amount - lost;
            double next = total + corrected;
            lost = (next - total) - corrected;
            total = next;
        }
    }

    /** Adds an amount; zero makes the counter visible. A rest below zero that is left by rounding is not added. */
    void add(double amount, String... labelValues) {
        sums.computeIfAbsent(Labels.of(labelNames, labelValues), unused -> new Sum()).add(Math.max(0, amount));
    }

    /** Returns the value by labels, without some. */
    Map<Labels, Double> values() {
        Map<Labels, Double> values = new LinkedHashMap<>();
        sums.forEach((labels, sum) -> values.put(labels, sum.total));
        return values;
    }

    /** Returns the sum of the values whose labels have a value, by another label. */
    Map<String, Double> sumBy(String label, Labels wanted) {
        Map<String, Double> sumsByLabel = new LinkedHashMap<>();
        sums.forEach((labels, sum) -> {
            if (wanted.stream().allMatch(one -> one.getValue().equals(labels.get(one.getName())))) {
                sumsByLabel.merge(String.valueOf(labels.get(label)), sum.total, Double::sum);
            }
        });
        return sumsByLabel;
    }

    double sum() {
        return sums.values().stream().mapToDouble(sum -> sum.total).sum();
    }

    Collected collect() {
        return Collected.counter(metric, values());
    }
}
