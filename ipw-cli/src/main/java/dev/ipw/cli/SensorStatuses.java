package dev.ipw.cli;

import dev.ipw.plugin.Plugins;
import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetryProbe;
import dev.ipw.telemetry.TelemetryProvider;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Hold what each collector says of this machine.
 *
 * @param byCollector what each says
 */
record SensorStatuses(Map<TelemetryProvider, List<SensorStatus>> byCollector) {
    /**
     * Ask every collector.
     *
     * @param notice hears the reason for waiting, if it takes long
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
        statuses().forEach(status -> {
            TextTable lines = new TextTable().row(answer(status.availability()),
                    status.collector() + ": " + status.name()).row("", status.detail());
            status.nextStep().ifPresent(step -> lines.row("", "-> " + step));
            text.append(lines.format("  ", columns));
        });
        return text.toString();
    }

    /** List what collectors say that are used by themselves, and then the others. */
    private List<SensorStatus> statuses() {
        return Stream.of(true, false).flatMap(automatic -> byCollector.entrySet().stream()
                .filter(said -> said.getKey().automatic() == automatic)).flatMap(said -> said.getValue().stream())
                .toList();
    }

    private static String answer(SensorStatus.Availability availability) {
        return switch (availability) {
            case READABLE -> "yes ";
            case ABSENT -> "no  ";
            case FAILED -> "FAIL";
        };
    }
}
