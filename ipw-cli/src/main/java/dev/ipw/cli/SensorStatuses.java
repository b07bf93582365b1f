package dev.ipw.cli;

import dev.ipw.plugin.Plugins;
import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.SensorStatus.Availability;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetryProbe;
import dev.ipw.telemetry.TelemetryProvider;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Hold what each collector says of this machine.
 *
 * @param byCollector what each says
 */
record SensorStatuses(Map<TelemetryProvider, List<SensorStatus>> byCollector) {
    private static final String NOTHING = "No collector is installed, so nothing can be read.\n";
    private static final Map<Availability, String> KINDS = kinds();

    private static Map<Availability, String> kinds() {
        Map<Availability, String> kinds = new LinkedHashMap<>();
        kinds.put(Availability.READABLE, "Can be read");
        kinds.put(Availability.FAILED, "Is here, but cannot be read");
        kinds.put(Availability.ABSENT, "Is not on this machine");
        return kinds;
    }

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

    /** Write an entry for each sensor: whether it can be read, and if not, why and what to do. */
    String details(int columns) {
        if (byCollector.isEmpty()) {
            return NOTHING;
        }
        StringBuilder text = new StringBuilder();
        KINDS.forEach((availability, heading) -> section(text, heading, of(availability),
                status -> details(status, columns)));
        return text.toString();
    }

    /** Write what can be read, then what is there and cannot be read, then a line for each of what is not there. */
    String brief(int columns) {
        if (byCollector.isEmpty()) {
            return NOTHING;
        }
        StringBuilder text = new StringBuilder();
        KINDS.forEach((availability, heading) -> section(text, heading, of(availability),
                status -> availability == Availability.ABSENT ? line(status, columns) : details(status, columns)));
        return text.toString();
    }

    private static void section(StringBuilder text, String heading, List<SensorStatus> statuses,
            Function<SensorStatus, String> entry) {
        if (!statuses.isEmpty()) {
            text.append(text.isEmpty() ? "" : "\n").append(heading).append('\n');
            statuses.forEach(status -> text.append(entry.apply(status)));
        }
    }

    private static String details(SensorStatus status, int columns) {
        TextTable lines = new TextTable().row(name(status)).row("", status.detail());
        status.nextStep().ifPresent(step -> lines.row("", "-> " + CommandWords.of(step)));
        return lines.format("  ", columns);
    }

    private static String line(SensorStatus status, int columns) {
        return DisplayWidth.within("  " + name(status) + ": " + status.detail().replaceAll("\\s+", " "), columns)
                + "\n";
    }

    private static String name(SensorStatus status) {
        return (status.availability() == Availability.FAILED ? "FAIL " : "") + status.collector() + ": "
                + status.name();
    }

    private List<SensorStatus> of(Availability availability) {
        return statuses().stream().filter(status -> status.availability() == availability).toList();
    }

    /** List what collectors say that are used by themselves, and then the others. */
    private List<SensorStatus> statuses() {
        return Stream.of(true, false).flatMap(automatic -> byCollector.entrySet().stream()
                .filter(said -> said.getKey().automatic() == automatic)).flatMap(said -> said.getValue().stream())
                .toList();
    }
}
