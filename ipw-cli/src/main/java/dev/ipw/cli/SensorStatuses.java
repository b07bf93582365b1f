package dev.ipw.cli;

import dev.ipw.plugin.Plugins;
import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetryProvider;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hold what each collector says of this machine.
 *
 * @param byCollector what each says
 */
record SensorStatuses(Map<TelemetryProvider, List<SensorStatus>> byCollector) {
    private static final Logger LOGGER = LoggerFactory.getLogger(SensorStatuses.class);

    /** Ask every collector. */
    static SensorStatuses probe(ClassLoader classLoader) {
        Map<TelemetryProvider, List<SensorStatus>> sensors = new LinkedHashMap<>();
        Plugins.builder("collector", TelemetryProvider.class).classLoader(classLoader).build().all()
                .forEach(collector -> sensors.put(collector, probe(collector)));
        return new SensorStatuses(sensors);
    }

    private static List<SensorStatus> probe(TelemetryProvider collector) {
        try {
            return collector.probe(TelemetryEnvironment.system());
        } catch (RuntimeException | LinkageError broken) {
            LOGGER.warn("Collector {} could not look at this machine", collector.id(), broken);
            return List.of(SensorStatus.unavailable(collector.id(), "all of it",
                    "the collector failed while looking: " + broken, "Report it with the log: " + LogFile.path()));
        }
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
