package dev.ipw.meter.metrics;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.List;
import java.util.Map;

/**
 * A metric with its values at one moment.
 *
 * @param metric   the metric
 * @param snapshot its values
 */
record Collected(MeterMetric metric, MetricSnapshot snapshot) {
    static Collected counter(MeterMetric metric, Map<Labels, Double> values) {
        List<CounterDataPointSnapshot> points = values.entrySet().stream().map(one -> CounterDataPointSnapshot.builder()
                .labels(one.getKey()).value(one.getValue()).build()).toList();
        return new Collected(metric, new CounterSnapshot(metric.metadata(), points));
    }

    static Collected gauge(MeterMetric metric, Map<Labels, Double> values) {
        List<GaugeDataPointSnapshot> points = values.entrySet().stream().map(one -> GaugeDataPointSnapshot.builder()
                .labels(one.getKey()).value(one.getValue()).build()).toList();
        return new Collected(metric, new GaugeSnapshot(metric.metadata(), points));
    }
}
