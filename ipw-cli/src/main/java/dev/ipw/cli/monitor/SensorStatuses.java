package dev.ipw.cli.monitor;

import dev.ipw.cli.text.CommandWords;
import dev.ipw.cli.text.DisplayWidth;
import dev.ipw.cli.text.TextTable;
import dev.ipw.energy.SensorState;
import dev.ipw.plugin.Plugins;
import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetryProbe;
import dev.ipw.telemetry.TelemetryProvider;
import dev.ipw.telemetry.TelemetrySession;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.Stream;

import static java.util.stream.Collectors.joining;

/**
 * The collectors' reports about this machine, and the observed state of its sensors.
 *
 * @param conclusion  the measurable parts of this machine, in one to three sentences
 * @param byCollector the statuses of each collector
 */
public record SensorStatuses(String conclusion, Map<TelemetryProvider, List<SensorStatus>> byCollector) {
    private static final String NOTHING = "No collector is installed, so nothing can be read.\n";

    /** The groups of statuses on the screen. */
    private enum Group {
        FAILS("Is here, but does not work", EnumSet.of(SensorState.STANDING_STILL, SensorState.INCONSISTENT,
                SensorState.LOST, SensorState.UNREADABLE)),
        WORKS("Can be read", EnumSet.of(SensorState.MEASURING, SensorState.UNPROVEN)),
        ABSENT("Is not on this machine", EnumSet.of(SensorState.ABSENT));

        private final String heading;
        private final Set<SensorState> states;

        Group(String heading, Set<SensorState> states) {
            this.heading = heading;
            this.states = states;
        }
    }

    /**
     * Asks every collector, and reads the automatically chosen energy sensors until it is known whether they measure.
     *
     * @param notice receives the reason for waiting, if it takes long
     */
    public static SensorStatuses probe(ClassLoader classLoader, Consumer<String> notice) {
        Plugins<TelemetryProvider> collectors = Plugins.builder("collector", TelemetryProvider.class)
                .classLoader(classLoader).build();
        Map<TelemetryProvider, List<SensorStatus>> probed = new TelemetryProbe(collectors.all(),
                TelemetryEnvironment.system()).telling(notice).statuses();
        TelemetrySelection selection = TelemetrySelection.of(Optional.empty(), classLoader);
        try (TelemetrySession session = TelemetrySession.builder().collectors(selection.text()).open()) {
            session.awaitSensors();
            return new SensorStatuses(MeasuredMachine.of(session).text(), withSeen(probed, session.sensorStatuses()));
        }
    }

    /** Replaces the reported statuses by observed failures; an observed failure without a matching status is added. */
    private static Map<TelemetryProvider, List<SensorStatus>> withSeen(
            Map<TelemetryProvider, List<SensorStatus>> probed, List<SensorStatus> seen) {
        Map<TelemetryProvider, List<SensorStatus>> all = new LinkedHashMap<>();
        probed.forEach((collector, statuses) -> {
            List<SensorStatus> failing = seen.stream().filter(one -> one.collector().equals(collector.id()))
                    .filter(one -> Group.FAILS.states.contains(one.state())
                            && one.state() != SensorState.UNREADABLE)
                    .toList();
            List<SensorStatus> known = new ArrayList<>();
            statuses.stream().filter(one -> failing.stream().noneMatch(other -> other.name().equals(one.name())))
                    .forEach(known::add);
            known.addAll(failing);
            all.put(collector, known);
        });
        return all;
    }

    /** Formats an entry for each sensor: whether it works, and if not, the reason and the remedy. */
    public String details(int columns) {
        return text(columns, (group, statuses) -> entries(statuses, columns));
    }

    /**
     * Formats the present sensors that do not work with the remedy, then the names of the working and of the absent
     * ones.
     */
    public String brief(int columns) {
        return text(columns, (group, statuses) -> switch (group) {
            case FAILS -> entries(statuses, columns);
            case WORKS -> statuses.stream()
                    .map(status -> DisplayWidth.within("  " + name(status), columns) + "\n").collect(joining());
            case ABSENT -> TextTable.paragraph(
                    statuses.stream().map(SensorStatus::collector).distinct().collect(joining(", ")), "  ", columns);
        });
    }

    private String text(int columns, BiFunction<Group, List<SensorStatus>, String> entries) {
        if (byCollector.isEmpty()) {
            return NOTHING;
        }
        StringBuilder text = new StringBuilder(TextTable.paragraph(conclusion, "", columns));
        Map<Group, List<SensorStatus>> groups = new EnumMap<>(Group.class);
        for (Group group : Group.values()) {
            groups.put(group, statuses().stream().filter(status -> group.states.contains(status.state())).toList());
        }
        groups.forEach((group, statuses) -> {
            if (!statuses.isEmpty()) {
                text.append('\n').append(group.heading).append('\n').append(entries.apply(group, statuses));
            }
        });
        return text.toString();
    }

    private static String entries(List<SensorStatus> statuses, int columns) {
        return statuses.stream().map(status -> entry(status, columns)).collect(joining());
    }

    private static String entry(SensorStatus status, int columns) {
        TextTable lines = new TextTable().row(name(status)).row("", status.detail());
        status.nextStep().ifPresent(step -> lines.row("", "-> " + CommandWords.of(step)));
        return lines.format("  ", columns);
    }

    private static String name(SensorStatus status) {
        String name = status.collector() + ": " + status.name();
        return !Group.FAILS.states.contains(status.state())
                ? name
                : status.state() == SensorState.UNREADABLE ? "FAIL " + name : name + " " + status.state().words();
    }

    /** Lists the statuses of collectors that are used automatically, and then the others. */
    private List<SensorStatus> statuses() {
        return Stream.of(true, false).flatMap(automatic -> byCollector.entrySet().stream()
                .filter(said -> said.getKey().automatic() == automatic)).flatMap(said -> said.getValue().stream())
                .toList();
    }
}
