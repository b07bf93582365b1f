package dev.ipw.telemetry.remote;

import dev.ipw.energy.Scope;
import dev.ipw.telemetry.Quantity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * NVIDIA's DCGM exporter. It collects each 30 s by default, which its page does not show, and shows the same reading
 * until the next collection: showing it costs nothing. A GPU that several pods or MIG instances share appears several
 * times: its energy is the board's in each line and counts once; metrics of a single instance are left out.
 */
final class DcgmExporter extends GpuExporter {
    private static final Duration COLLECTION = Duration.ofSeconds(30);
    private static final double JOULES_PER_MILLIJOULE = 1e-3;
    private static final double BYTES_PER_MEBIBYTE = 1 << 20;
    /** The first of the numbers that DCGM writes for unreadable values, in each type. */
    private static final double BLANK_INT = 0x7FFF_FFF0;
    private static final double BLANK_REAL = 140_737_488_355_328.0;
    private static final Set<Quantity> OF_AN_INSTANCE = Set.of(Quantity.UTILIZATION_PERCENT,
            Quantity.MEMORY_USED_BYTES, Quantity.MEMORY_TOTAL_BYTES);
    private static final List<MetricMapping> MEANINGS = List.of(
            MetricMapping.of("DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION", Scope.GPU, Quantity.ENERGY_COUNTER,
                    JOULES_PER_MILLIJOULE),
            MetricMapping.of("DCGM_FI_DEV_POWER_USAGE", Scope.GPU, Quantity.POWER_WATTS, 1)
                    .averagedOver(Duration.ofSeconds(1)),
            MetricMapping.of("DCGM_FI_DEV_GPU_TEMP", Scope.GPU, Quantity.TEMPERATURE_CELSIUS, 1),
            MetricMapping.of("DCGM_FI_DEV_MEMORY_TEMP", Scope.MEMORY, Quantity.TEMPERATURE_CELSIUS, 1),
            MetricMapping.of("DCGM_FI_DEV_GPU_UTIL", Scope.GPU, Quantity.UTILIZATION_PERCENT, 1),
            MetricMapping.of("DCGM_FI_DEV_FB_USED", Scope.GPU, Quantity.MEMORY_USED_BYTES, BYTES_PER_MEBIBYTE),
            MetricMapping.of("DCGM_FI_DEV_SM_CLOCK", Scope.GPU, Quantity.CLOCK_MEGAHERTZ, 1),
            MetricMapping.of("DCGM_FI_DEV_MEM_CLOCK", Scope.MEMORY, Quantity.CLOCK_MEGAHERTZ, 1));
    private static final Set<String> METRICS = MEANINGS.stream().map(MetricMapping::metric)
            .collect(Collectors.toUnmodifiableSet());
    private static final String PREFIX = "DCGM_FI_DEV_";
    /** The used, free and reserved memory add up to the total. */
    private static final String MEMORY = PREFIX + "FB";
    private static final Set<String> MEMORY_PARTS = Set.of(MEMORY + "_USED", MEMORY + "_FREE", MEMORY + "_RESERVED");

    DcgmExporter() {
        super("NVIDIA", "modelName", "gpu");
    }

    @Override
    public String name() {
        return "DCGM exporter (" + PREFIX + "...)";
    }

    @Override
    public boolean reads(String metric) {
        return METRICS.contains(metric) || MEMORY_PARTS.contains(metric);
    }

    @Override
    public String metrics() {
        return MEANINGS.stream().map(MetricMapping::metric).collect(Collectors.joining("|")) + "|"
                + String.join("|", MEMORY_PARTS);
    }

    @Override
    public List<Measure> measures(Exposition page) {
        List<Measure> measures = new ArrayList<>();
        for (MetricMapping meaning : MEANINGS) {
            for (Series series : page.of(meaning.metric())) {
                boolean foreign = series.label("GPU_I_ID").isPresent() && OF_AN_INSTANCE.contains(meaning.quantity());
                if (!foreign && !isBlank(series, meaning.quantity())) {
                    device(series).ifPresent(device -> measures.add(measure(meaning, device, series)));
                }
            }
        }
        measures.addAll(memory(page));
        return measures;
    }

    private static Measure measure(MetricMapping meaning, String device, Series series) {
        return meaning.measure(device, series, Optional.of(COLLECTION));
    }

    private List<Measure> memory(Exposition page) {
        Map<String, Map<String, Series>> parts = new LinkedHashMap<>();
        for (Series series : page.series()) {
            if (MEMORY_PARTS.contains(series.metric()) && series.label("GPU_I_ID").isEmpty()
                    && !isBlank(series, Quantity.MEMORY_TOTAL_BYTES)) {
                device(series).ifPresent(device -> parts.computeIfAbsent(device, unknown -> new LinkedHashMap<>())
                        .putIfAbsent(series.metric(), series));
            }
        }
        MetricMapping total = MetricMapping.of(MEMORY, Scope.GPU, Quantity.MEMORY_TOTAL_BYTES, BYTES_PER_MEBIBYTE)
                .addingUp();
        List<Measure> measures = new ArrayList<>();
        parts.forEach((device, found) -> {
            if (found.containsKey(MEMORY + "_USED") && found.containsKey(MEMORY + "_FREE")) {
                found.values().forEach(series -> measures.add(measure(total, device, series)));
            }
        });
        return measures;
    }

    private static boolean isBlank(Series series, Quantity quantity) {
        return quantity == Quantity.ENERGY_COUNTER
                ? series.value() >= BLANK_REAL
                : series.value() >= BLANK_INT;
    }

    /** A GPU is identified by its UUID, as in NVML. */
    @Override
    Optional<String> device(Series series) {
        return series.label("UUID").or(() -> series.label("gpu").map(index -> "gpu-" + index));
    }

    @Override
    Map<String, String> details(Series series) {
        Map<String, String> details = new LinkedHashMap<>();
        series.label("pci_bus_id").ifPresent(address -> details.put("pci_address", address));
        series.label("Hostname").ifPresent(host -> details.put("host_name", host));
        series.label("DCGM_FI_DRIVER_VERSION").ifPresent(version -> details.put("driver_version", version));
        return details;
    }
}
