package dev.ipw.cli.monitor;

import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Scope;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.SamplerReport;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.SensorReading;
import dev.ipw.telemetry.TelemetrySession;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * The latest readings of a session as metrics for scraping from another host; docs/telemetry.md lists them. A sensor
 * that does not answer now, and unknown joules, have no sample, and {@code ipw_problem_info} contains the reason.
 *
 * @param session the sampling session; it stays open
 */
public record Exposition(TelemetrySession session) {
    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final Set<Quantity> GIVE_JOULES = EnumSet.of(Quantity.ENERGY_COUNTER, Quantity.POWER_WATTS,
            Quantity.SYSTEM_CPU_TIME_NANOS);
    private static final Map<Quantity, Gauge> GAUGES = gauges();

    private static Map<Quantity, Gauge> gauges() {
        Map<Quantity, Gauge> gauges = new LinkedHashMap<>();
        gauges.put(Quantity.POWER_WATTS, new Gauge("ipw_power_watts", "Power as its sensor gives it"));
        gauges.put(Quantity.TEMPERATURE_CELSIUS,
                new Gauge("ipw_temperature_celsius", "Temperature; that of a device's memory has the scope memory"));
        gauges.put(Quantity.UTILIZATION_PERCENT, new Gauge("ipw_utilization_percent", "Busy share of the device"));
        gauges.put(Quantity.MEMORY_USED_BYTES, new Gauge("ipw_memory_used_bytes", "Memory in use"));
        gauges.put(Quantity.MEMORY_TOTAL_BYTES, new Gauge("ipw_memory_total_bytes", "Memory there is"));
        gauges.put(Quantity.CLOCK_MEGAHERTZ, new Gauge("ipw_clock_megahertz", "Clock of the device's cores"));
        gauges.put(Quantity.THROTTLE_REASONS, new Gauge("ipw_throttle_reasons",
                "What holds the device back: power cap 1, power brake 2, thermal 4, hardware thermal 8,"
                        + " hardware slowdown 16, summed"));
        return gauges;
    }

    /**
     * Reads the current metrics.
     *
     * @return the metrics; one without a sample is omitted
     */
    public MetricSnapshots collect() {
        Collectors collectors = new Collectors(session.samplers());
        SensorFreshness freshness = SensorFreshness.of(session);
        List<SensorReading> latest = session.latest();
        List<DeviceSeries> series = DeviceSeries.of(session.deviceSeries()).stream()
                .filter(one -> freshness.missing(one).isEmpty()).toList();
        List<SensorReading> readings = latest.stream().filter(one -> freshness.missing(one).isEmpty()).toList();
        MetricSnapshots.Builder metrics = MetricSnapshots.builder();
        energy(series, collectors).ifPresent(metrics::metricSnapshot);
        GAUGES.forEach((quantity, gauge) -> values(quantity, readings, collectors, gauge)
                .ifPresent(metrics::metricSnapshot));
        ages(series, readings, collectors).ifPresent(metrics::metricSnapshot);
        steps().ifPresent(metrics::metricSnapshot);
        resolutions().ifPresent(metrics::metricSnapshot);
        infos().ifPresent(metrics::metricSnapshot);
        problems(latest, freshness, collectors).ifPresent(metrics::metricSnapshot);
        return metrics.build();
    }

    private static Optional<MetricSnapshot> energy(List<DeviceSeries> readable, Collectors collectors) {
        Map<Labels, Double> joules = new LinkedHashMap<>();
        for (DeviceSeries series : readable) {
            MeteredDevice device = series.device();
            EnergyTotal.of(series).ifPresent(total -> joules.putIfAbsent(
                    Labels.of("device", device.name(), "scope", device.scope().label(), "source", total.source(),
                            "collector", collectors.of(device), "provenance", total.provenance().name()),
                    total.joules()));
        }
        CounterSnapshot.Builder counter = CounterSnapshot.builder().name("ipw_energy_joules")
                .help("Energy used since this exporter began");
        joules.forEach((labels, value) -> counter
                .dataPoint(CounterDataPointSnapshot.builder().labels(labels).value(value).build()));
        return joules.isEmpty() ? Optional.empty() : Optional.of(counter.build());
    }

    private static Optional<MetricSnapshot> values(Quantity quantity, List<SensorReading> readings,
            Collectors collectors, Gauge gauge) {
        Map<Labels, Double> values = new LinkedHashMap<>();
        for (SensorReading reading : readings) {
            if (reading.sensor().quantity() == quantity && reading.value().isPresent()) {
                values.putIfAbsent(
                        Labels.of("device", reading.sensor().device(), "scope", reading.sensor().scope().label(),
                                "source", reading.sensor().source(), "collector", collectors.of(reading.sensor())),
                        reading.value().getAsDouble());
            }
        }
        return gauge(gauge, values);
    }

    /** Returns the ages of readings. If there are joules their age is used, because windows are cut from them. */
    private static Optional<MetricSnapshot> ages(List<DeviceSeries> series, List<SensorReading> readings,
            Collectors collectors) {
        Map<Labels, Long> read = new LinkedHashMap<>();
        for (SensorReading reading : readings) {
            Sensor sensor = reading.sensor();
            if (GAUGES.containsKey(sensor.quantity()) && reading.nanos().isPresent()) {
                read.merge(labels(sensor.device(), sensor.scope(), collectors.of(sensor)),
                        reading.nanos().getAsLong(), Math::max);
            }
        }
        for (DeviceSeries one : series) {
            MeteredDevice device = one.device();
            one.lastNanos().ifPresent(
                    nanos -> read.put(labels(device.name(), device.scope(), collectors.of(device)), nanos));
        }
        long now = System.nanoTime();
        Map<Labels, Double> seconds = new LinkedHashMap<>();
        read.forEach((labels, nanos) -> seconds.put(labels, Math.max(0, now - nanos) / NANOS_PER_SECOND));
        return gauge(new Gauge("ipw_sample_age_seconds", "How long before this scrape the sensor was read"), seconds);
    }

    private static Labels labels(String device, Scope scope, String collector) {
        return Labels.of("device", device, "scope", scope.label(), "collector", collector);
    }

    private Optional<MetricSnapshot> steps() {
        Map<Labels, Double> seconds = new LinkedHashMap<>();
        for (SamplerReport sampler : session.samplers()) {
            for (Sensor sensor : sampler.sensors()) {
                Long step = sampler.updatePeriodNanos().get(sensor.device());
                if (sensor.quantity() == Quantity.ENERGY_COUNTER && step != null) {
                    seconds.putIfAbsent(Labels.of("device", sensor.device(), "scope", sensor.scope().label()),
                            step / NANOS_PER_SECOND);
                }
            }
        }
        return gauge(new Gauge("ipw_update_period_seconds",
                "How long the energy counter stands between two steps, as observed"), seconds);
    }

    /**
     * Returns the resolutions. With them a client distinguishes an old reading of a silent sensor from one of a slow
     * sensor.
     */
    private Optional<MetricSnapshot> resolutions() {
        Map<Labels, Double> seconds = new LinkedHashMap<>();
        for (SamplerReport sampler : session.samplers()) {
            for (Sensor sensor : sampler.sensors()) {
                long nanos = sampler.periodNanos() + sensor.resolutionNanos().orElse(0);
                seconds.merge(labels(sensor.device(), sensor.scope(), sampler.source()), nanos / NANOS_PER_SECOND,
                        Math::max);
            }
        }
        return gauge(new Gauge("ipw_resolution_seconds",
                "How old a reading can be when it is shown, as long as the sensor answers"), seconds);
    }

    private Optional<MetricSnapshot> infos() {
        Set<Labels> devices = new LinkedHashSet<>();
        for (DeviceInfo device : session.devices()) {
            Labels.Builder labels = Labels.builder().label("device", device.device()).label("name", device.name());
            device.vendor().ifPresent(vendor -> labels.label("vendor", vendor));
            device.index().ifPresent(index -> labels.label("index", String.valueOf(index)));
            devices.add(labels.build());
        }
        InfoSnapshot.Builder info = InfoSnapshot.builder().name("ipw_device").help("What is known of a device");
        devices.forEach(labels -> info.dataPoint(InfoDataPointSnapshot.builder().labels(labels).build()));
        return devices.isEmpty() ? Optional.empty() : Optional.of(info.build());
    }

    /** Returns the reasons why sensors have no sample. The end of the samples shows since when. */
    private Optional<MetricSnapshot> problems(List<SensorReading> latest, SensorFreshness freshness,
            Collectors collectors) {
        Set<Labels> problems = new LinkedHashSet<>();
        for (DeviceSeries one : DeviceSeries.of(session.deviceSeries())) {
            MeteredDevice device = one.device();
            freshness.missing(one).map(MissingReading::reason).or(() -> EnergyTotal.whyNone(one)).ifPresent(
                    why -> problems.add(problem(device.name(), device.scope(), collectors.of(device), why)));
        }
        for (SensorReading reading : latest) {
            Sensor sensor = reading.sensor();
            freshness.missing(reading).map(MissingReading::reason).filter(why -> GAUGES.containsKey(sensor.quantity()))
                    .ifPresent(why -> problems
                            .add(problem(sensor.device(), sensor.scope(), collectors.of(sensor), why)));
        }
        InfoSnapshot.Builder info = InfoSnapshot.builder().name("ipw_problem")
                .help("Why something of a device has no sample");
        problems.forEach(labels -> info.dataPoint(InfoDataPointSnapshot.builder().labels(labels).build()));
        return problems.isEmpty() ? Optional.empty() : Optional.of(info.build());
    }

    private static Labels problem(String device, Scope scope, String collector, String reason) {
        return labels(device, scope, collector).add("reason", reason);
    }

    private static Optional<MetricSnapshot> gauge(Gauge gauge, Map<Labels, Double> values) {
        GaugeSnapshot.Builder snapshot = GaugeSnapshot.builder().name(gauge.name()).help(gauge.help());
        values.forEach((labels, value) -> snapshot
                .dataPoint(GaugeDataPointSnapshot.builder().labels(labels).value(value).build()));
        return values.isEmpty() ? Optional.empty() : Optional.of(snapshot.build());
    }

    private record Gauge(String name, String help) {}

    /** The collectors, for finding the one that reads a sensor. */
    private record Collectors(List<SamplerReport> samplers) {
        String of(Sensor sensor) {
            return first(sensor::equals).orElse("");
        }

        /**
         * Returns the collector of a device; if two collectors read the same device, the one whose sensor has the
         * same name.
         */
        String of(MeteredDevice device) {
            Predicate<Sensor> same = sensor -> GIVE_JOULES.contains(sensor.quantity())
                    && sensor.device().equals(device.name()) && sensor.scope() == device.scope();
            return first(same.and(sensor -> sensor.source().equals(device.source()))).or(() -> first(same)).orElse("");
        }

        private Optional<String> first(Predicate<Sensor> wanted) {
            return samplers.stream().filter(sampler -> sampler.sensors().stream().anyMatch(wanted))
                    .map(SamplerReport::source).findFirst();
        }
    }
}
