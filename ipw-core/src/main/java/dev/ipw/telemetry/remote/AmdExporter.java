package dev.ipw.telemetry.remote;

import dev.ipw.energy.Scope;
import dev.ipw.telemetry.Quantity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * AMD's device metrics exporter. Its metrics are in lower case, with or without the prefix {@code amd_} by version; in
 * its documents they are in upper case. Metrics of the whole board appear in the lines of its first partition. Its
 * energy counts only once it agrees with the power on the same page, as with AMD's library. The period of its
 * collections is not documented; five seconds are assumed.
 */
final class AmdExporter extends GpuExporter {
    private static final Duration COLLECTION = Duration.ofSeconds(5);
    private static final String PREFIX = "amd_";
    private static final String CLOCK = "gpu_clock";
    private static final double JOULES_PER_MICROJOULE = 1e-6;
    private static final double BYTES_PER_MEBIBYTE = 1 << 20;
    /** The metrics of each quantity; if a page has several of them, the first counts. */
    private static final List<MetricMapping> MEANINGS = List.of(
            MetricMapping.of("gpu_energy_consumed", Scope.GPU, Quantity.ENERGY_COUNTER, JOULES_PER_MICROJOULE),
            MetricMapping.of("gpu_package_power", Scope.GPU, Quantity.POWER_WATTS, 1),
            MetricMapping.of("gpu_average_package_power", Scope.GPU, Quantity.POWER_WATTS, 1),
            MetricMapping.of("gpu_power_usage", Scope.GPU, Quantity.POWER_WATTS, 1),
            MetricMapping.of("gpu_junction_temperature", Scope.GPU, Quantity.TEMPERATURE_CELSIUS, 1),
            MetricMapping.of("gpu_edge_temperature", Scope.GPU, Quantity.TEMPERATURE_CELSIUS, 1),
            MetricMapping.of("gpu_memory_temperature", Scope.MEMORY, Quantity.TEMPERATURE_CELSIUS, 1),
            MetricMapping.of("gpu_gfx_activity", Scope.GPU, Quantity.UTILIZATION_PERCENT, 1),
            MetricMapping.of("gpu_used_vram", Scope.GPU, Quantity.MEMORY_USED_BYTES, BYTES_PER_MEBIBYTE),
            MetricMapping.of("gpu_total_vram", Scope.GPU, Quantity.MEMORY_TOTAL_BYTES, BYTES_PER_MEBIBYTE));
    private static final Set<String> METRICS = MEANINGS.stream().map(MetricMapping::metric)
            .collect(Collectors.toUnmodifiableSet());
    private static final Map<String, MetricMapping> CLOCKS = Map.of("GPU_CLOCK_TYPE_SYSTEM",
            MetricMapping.of(CLOCK, Scope.GPU, Quantity.CLOCK_MEGAHERTZ, 1), "GPU_CLOCK_TYPE_MEMORY",
            MetricMapping.of(CLOCK, Scope.MEMORY, Quantity.CLOCK_MEGAHERTZ, 1));

    AmdExporter() {
        super("AMD", "card_model", "gpu_id");
    }

    @Override
    public String name() {
        return "AMD device metrics exporter (gpu_energy_consumed, gpu_package_power)";
    }

    @Override
    public boolean reads(String metric) {
        String plain = plain(metric);
        return plain.equals(CLOCK) || METRICS.contains(plain);
    }

    @Override
    public String metrics() {
        return "(?i:(" + PREFIX + ")?(" + CLOCK + "|"
                + MEANINGS.stream().map(MetricMapping::metric).collect(Collectors.joining("|")) + "))";
    }

    private static String plain(String metric) {
        String lower = metric.toLowerCase(Locale.ROOT);
        return lower.startsWith(PREFIX) ? lower.substring(PREFIX.length()) : lower;
    }

    @Override
    public List<Measure> measures(Exposition page) {
        List<Measure> measures = new ArrayList<>();
        Map<String, List<Series>> boards = page.series().stream()
                .filter(series -> reads(series.metric())
                        && series.label("gpu_partition_id").orElse("0").equals("0"))
                .collect(Collectors.groupingBy(series -> plain(series.metric())));
        for (MetricMapping meaning : MEANINGS) {
            boards.getOrDefault(meaning.metric(), List.of()).forEach(series -> add(meaning, series, measures));
        }
        boards.getOrDefault(CLOCK, List.of())
                .forEach(series -> Optional.ofNullable(CLOCKS.get(series.label("clock_type").orElse("")))
                        .ifPresent(meaning -> add(meaning, series, measures)));
        return measures.stream().map(measure -> doubted(measure, measures)).toList();
    }

    private void add(MetricMapping meaning, Series series, List<Measure> measures) {
        device(series).ifPresent(
                device -> measures.add(meaning.measure(device, series, Optional.of(COLLECTION))));
    }

    private static Measure doubted(Measure measure, List<Measure> all) {
        boolean checkable = measure.sensor().quantity() == Quantity.ENERGY_COUNTER && all.stream()
                .anyMatch(other -> other.sensor().quantity() == Quantity.POWER_WATTS
                        && other.sensor().device().equals(measure.sensor().device()));
        return checkable
                ? new Measure(measure.sensor().doubtful(), measure.value(), measure.part(), measure.epochNanos())
                : measure;
    }

    @Override
    Optional<String> device(Series series) {
        return series.label("gpu_uuid").or(() -> series.label("serial_number").filter(serial -> !serial.equals("N/A")))
                .or(() -> series.label("gpu_id").map(index -> "gpu-" + index));
    }

    @Override
    Map<String, String> details(Series series) {
        return series.label("hostname").map(host -> Map.of("host_name", host)).orElse(Map.of());
    }
}
