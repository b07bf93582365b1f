package dev.ipw.cli;

import dev.ipw.plugin.Plugins;
import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetryProbe;
import dev.ipw.telemetry.TelemetryProvider;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Hold what each collector says of this machine.
 *
 * @param byCollector what each says
 */
record SensorStatuses(Map<TelemetryProvider, List<SensorStatus>> byCollector) {
    /**
     * Ask every collector.
     *
     * @param notice is told what is waited for, should that take long
     */
    static SensorStatuses probe(ClassLoader classLoader, Consumer<String> notice) {
        Plugins<TelemetryProvider> collectors = Plugins.builder("collector", TelemetryProvider.class)
                .classLoader(classLoader).build();
        return new SensorStatuses(
                new TelemetryProbe(collectors.all(), TelemetryEnvironment.system()).telling(notice).statuses());
    }

    /** Write a line for each sensor: whether it can be read, and if not, why and what to do. */
    String format(int columns) {
        if (byCollector.isEmpty()) {
            return "  nothing: no collector is installed\n";
        }
        StringBuilder text = new StringBuilder();
        byCollector.values().stream().flatMap(List::stream).forEach(status -> {
            TextTable lines = new TextTable().row(status.available() ? "yes" : "no ",
                    status.collector() + ": " + status.name()).row("", status.detail());
            status.nextStep().ifPresent(step -> lines.row("", "-> " + step));
            text.append(lines.format("  ", columns));
        });
        return text.toString();
    }
}
