package dev.ipw.cli.monitor;

import dev.ipw.cli.text.Figures;
import dev.ipw.cli.text.FlagWords;
import dev.ipw.cli.text.TextTable;
import dev.ipw.telemetry.SamplerReport;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * The totals at the end of monitoring.
 *
 * @param devices  the totals of the devices with joules
 * @param samplers the reports of how they were read
 */
public record MonitorSummary(List<DeviceTotal> devices, List<SamplerReport> samplers) {
    private static final double MILLIS = 1e3;

    /** Formats the summary. */
    public String text(Duration elapsed, int columns) {
        TextTable sources = new TextTable(1, 2, 3, 4, 5).headed().row("sampler", "ticks", "late", "each ms",
                "\u00b5s a tick",
                "% of a core");
        samplers.forEach(sampler -> sources.row(sampler.source(), String.valueOf(sampler.ticks()),
                String.valueOf(sampler.lateTicks()), Figures.of(sampler.periodNanos() / 1e6),
                sampler.ticks() == 0 ? "-" : Figures.of(sampler.busyNanos() / 1e3 / sampler.ticks()),
                Figures.of(100.0 * sampler.busyNanos() / elapsed.toNanos())));
        return String.format(Locale.ROOT, "%nIn %.1f s:%n", elapsed.toNanos() / 1e9)
                + totals(columns) + notes(columns) + "\n"
                + sources.format("  ", columns);
    }

    private String totals(int columns) {
        if (devices.stream().allMatch(total -> total.energy().isEmpty())) {
            return "  no device reported joules\n";
        }
        TextTable table = new TextTable(2, 3, 4, 5, 6).headed().dropping(6, 4, 5).row("device", "scope", "joules",
                "mean W", "least W", "most W", "step ms", "how", "flags");
        devices.forEach(total -> total.energy().ifPresent(energy -> table.row(total.latest().title(),
                total.latest().scope().label(), Figures.of(energy.joules()), Figures.of(energy.meanWatts()),
                Figures.of(total.leastWatts()), Figures.of(total.mostWatts()), step(total.latest()),
                energy.provenance().name(), MonitorTable.flags(energy.flags()))));
        return table.format("  ", columns) + FlagWords.legend(devices.stream().flatMap(total -> total.energy().stream())
                .flatMap(energy -> MonitorTable.known(energy.flags())).toList(), "  ", columns);
    }

    private String notes(int columns) {
        StringBuilder notes = new StringBuilder();
        devices.stream().flatMap(total -> total.energy().stream())
                .flatMap(energy -> energy.provenance().sensorError().stream()).findFirst()
                .ifPresent(text -> notes.append(TextTable.paragraph("Of all joules, " + text, "  ", columns)));
        devices.forEach(total -> total.latest().problem()
                .ifPresent(
                        why -> notes.append(TextTable.paragraph(total.latest().title() + ": " + why, "  ", columns))));
        return notes.toString();
    }

    private static String step(DeviceReading device) {
        OptionalDouble seconds = device.counterStep();
        return seconds.isPresent() ? Figures.of(seconds.getAsDouble() * MILLIS) : "-";
    }
}
