package dev.ipw.cli;

import dev.ipw.cli.monitor.DevicePower;
import dev.ipw.cli.monitor.DeviceReading;
import dev.ipw.cli.monitor.EnergyTotal;
import dev.ipw.telemetry.SamplerReport;
import java.time.Duration;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/** Add up what was shown, for the end. */
final class MonitorSummary {
    private static final double MILLIS = 1e3;

    private final Map<String, DeviceReading> latest = new LinkedHashMap<>();
    private final Map<String, DoubleSummaryStatistics> watts = new LinkedHashMap<>();

    /** Take what the devices showed at one moment. A device that is lost keeps what it showed last. */
    void take(List<DeviceReading> devices) {
        for (DeviceReading device : devices) {
            String key = device.scope() + " " + device.device();
            if (device.energy().isPresent()) {
                latest.put(key, device);
            }
            device.power().map(DevicePower::watts).ifPresent(
                    power -> watts.computeIfAbsent(key, unknown -> new DoubleSummaryStatistics()).accept(power));
        }
    }

    /** Write the summary. */
    String text(Duration elapsed, List<SamplerReport> samplers, int columns) {
        TextTable devices = new TextTable(2, 3, 4, 5, 6).row("device", "scope", "joules", "mean W", "least W", "most W",
                "step ms", "how");
        latest.forEach((key, device) -> devices.row(device.title(), device.scope().label(),
                Figures.of(device.energy().map(EnergyTotal::joules).orElseThrow()),
                Figures.of(device.energy().map(EnergyTotal::meanWatts).orElseThrow()), extreme(key, false),
                extreme(key, true), step(device), device.energy().map(EnergyTotal::provenance).orElseThrow().name()));
        TextTable sources = new TextTable(1, 2, 3, 4, 5).row("sampler", "ticks", "late", "each ms", "us a tick",
                "% of a core");
        samplers.forEach(sampler -> sources.row(sampler.source(), String.valueOf(sampler.ticks()),
                String.valueOf(sampler.lateTicks()), Figures.of(sampler.periodNanos() / 1e6),
                sampler.ticks() == 0 ? "-" : Figures.of(sampler.busyNanos() / 1e3 / sampler.ticks()),
                Figures.of(100.0 * sampler.busyNanos() / elapsed.toNanos())));
        return String.format(Locale.ROOT, "%nIn %.1f s:%n", elapsed.toNanos() / 1e9)
                + (latest.isEmpty() ? "  no device gave joules\n" : devices.format("  ", columns)) + "\n"
                + sources.format("  ", columns);
    }

    private String extreme(String key, boolean most) {
        DoubleSummaryStatistics seen = watts.get(key);
        if (seen == null) {
            return "-";
        }
        return Figures.of(most ? seen.getMax() : seen.getMin());
    }

    private static String step(DeviceReading device) {
        OptionalDouble seconds = device.counterStep();
        return seconds.isPresent() ? Figures.of(seconds.getAsDouble() * MILLIS) : "-";
    }
}
