package dev.ipw.cli.doctor;

import dev.ipw.cli.command.CommandContext;
import dev.ipw.cli.monitor.SensorStatuses;
import dev.ipw.cli.text.TextTable;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.telemetry.SensorStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The command that reports the measurable parts of this machine, and for each part that is not measurable the reason
 * and the remedy.
 */
@Command(name = "doctor",
        description = "Say what this machine can measure, and for each thing it cannot, why and what to do.")
public final class DoctorCommand implements Runnable {
    private final CommandContext ipw;

    @Option(names = "--details",
            description = "Say of sensors that are absent too what to do, and of all in full why they cannot be read.")
    private boolean details;

    public DoctorCommand(CommandContext ipw) {
        this.ipw = ipw;
    }

    @Override
    public void run() {
        ipw.warnOfLostPlugins();
        Map<String, String> machine = Machine.describe(ipw.classLoader());
        SensorStatuses sensors = SensorStatuses.probe(ipw.classLoader(), ipw::note);
        ipw.answer(() -> text(machine, sensors), () -> tree(machine, sensors));
    }

    private String text(Map<String, String> machine, SensorStatuses sensors) {
        int columns = ipw.terminal().columns();
        TextTable facts = new TextTable();
        machine.forEach((name, value) -> facts.row(name.replace('_', ' '), value));
        String all = (details ? sensors.details(columns) : sensors.brief(columns)) + "\nMachine\n"
                + facts.format("  ", columns);
        return details
                ? all
                : all + "\n" + TextTable.paragraph("'ipw doctor --details' says what to do about each.", "", columns);
    }

    public static TreeBuilder tree(Map<String, String> machine, SensorStatuses sensors) {
        List<Object> collectors = new ArrayList<>();
        sensors.byCollector().forEach((collector, statuses) -> collectors.add(TreeBuilder.object()
                .put("id", collector.id())
                .put("description", collector.description()).put("automatic", collector.automatic())
                .put("sensors", statuses.stream().map(DoctorCommand::tree).toList()).build()));
        return TreeBuilder.object().put("conclusion", sensors.conclusion()).put("machine", machine)
                .put("collectors", collectors);
    }

    private static Map<String, @Nullable Object> tree(SensorStatus status) {
        return TreeBuilder.object().put("name", status.name()).put("available", status.available())
                .put("state", status.state().name()).put("detail", status.detail())
                .put("next_step", status.nextStep()).build();
    }
}
