package dev.ipw.telemetry.remote;

import dev.ipw.telemetry.DeviceInfo;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An exporter that names the GPU in the labels of each line, and shows a reading until its next collection. */
abstract class GpuExporter implements Exporter {
    private static final Duration SHORTEST = Duration.ofSeconds(1);

    private final String vendor;
    private final String modelLabel;
    private final String indexLabel;

    /**
     * Creates an exporter.
     *
     * @param vendor     the maker of the GPUs
     * @param modelLabel the label with their model
     * @param indexLabel the label with their number in the machine
     */
    GpuExporter(String vendor, String modelLabel, String indexLabel) {
        this.vendor = vendor;
        this.modelLabel = modelLabel;
        this.indexLabel = indexLabel;
    }

    /** Returns the GPU of a line; empty if its labels name none. */
    abstract Optional<String> device(Series series);

    /** Returns further details of the GPU from the labels of a line. */
    abstract Map<String, String> details(Series series);

    @Override
    public Duration interval(Exposition page, Optional<Duration> collection) {
        return collection.filter(interval -> interval.compareTo(SHORTEST) > 0).orElse(SHORTEST);
    }

    @Override
    public List<DeviceInfo> devices(Exposition page) {
        Map<String, DeviceInfo> devices = new LinkedHashMap<>();
        for (Series series : page.series()) {
            Optional<String> model = series.label(modelLabel);
            if (reads(series.metric()) && model.isPresent()) {
                device(series).ifPresent(device -> devices.computeIfAbsent(device, unknown -> new DeviceInfo(device,
                        model.get(), Optional.of(vendor), series.number(indexLabel), details(series))));
            }
        }
        return List.copyOf(devices.values());
    }
}
