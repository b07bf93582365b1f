package dev.ipw.cli;

import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.plugin.Plugins;
import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetryProbe;
import dev.ipw.telemetry.TelemetryProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** Say what this machine can measure, and for each thing it cannot, why and what to do. */
@Command(name = "doctor",
        description = "Say what this machine can measure, and for each thing it cannot, why and what to do.")
final class DoctorCommand implements Runnable {
    private final IpwCommand ipw;

    DoctorCommand(IpwCommand ipw) {
        this.ipw = ipw;
    }

    @Override
    public void run() {
        Map<String, String> machine = Machine.describe(ipw.classLoader());
        Plugins<TelemetryProvider> collectors = Plugins.builder("collector", TelemetryProvider.class)
                .classLoader(ipw.classLoader()).build();
        Map<TelemetryProvider, List<SensorStatus>> sensors = new TelemetryProbe(collectors.all(),
                TelemetryEnvironment.system()).statuses();
        ipw.answer(() -> text(machine, sensors), () -> tree(machine, sensors));
    }

    private String text(Map<String, String> machine, Map<TelemetryProvider, List<SensorStatus>> sensors) {
        int columns = ipw.terminal().columns();
        TextTable facts = new TextTable();
        machine.forEach((name, value) -> facts.row(name.replace('_', ' '), value));
        StringBuilder text = new StringBuilder("Machine\n").append(facts.format("  ", columns))
                .append("\nWhat can be read\n")
                .append(sensors.isEmpty() ? "  nothing: no collector is installed\n" : "");
        sensors.values().stream().flatMap(List::stream).forEach(status -> {
            TextTable lines = new TextTable().row(status.available() ? "yes" : "no ",
                    status.collector() + ": " + status.name()).row("", status.detail());
            status.nextStep().ifPresent(step -> lines.row("", "-> " + step));
            text.append(lines.format("  ", columns));
        });
        return text.toString();
    }

    private static TreeBuilder tree(Map<String, String> machine, Map<TelemetryProvider, List<SensorStatus>> sensors) {
        List<Object> collectors = new ArrayList<>();
        sensors.forEach((collector, statuses) -> collectors.add(TreeBuilder.object().put("id", collector.id())
                .put("description", collector.description()).put("automatic", collector.automatic())
                .put("sensors", statuses.stream().map(DoctorCommand::tree).toList()).build()));
        return TreeBuilder.object().put("machine", machine).put("collectors", collectors);
    }

    private static Map<String, @Nullable Object> tree(SensorStatus status) {
        return TreeBuilder.object().put("name", status.name()).put("available", status.available())
                .put("detail", status.detail()).put("next_step", status.nextStep()).build();
    }
}
