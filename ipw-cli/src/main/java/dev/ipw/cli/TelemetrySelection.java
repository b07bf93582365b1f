package dev.ipw.cli;

import dev.ipw.plugin.Plugins;
import dev.ipw.telemetry.EnergyFinding;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetryProbe;
import dev.ipw.telemetry.TelemetryProvider;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The collectors of a command.
 *
 * @param text         the selection, for example {@code auto,replay:meter.csv}
 * @param estimateNote why joules are estimated; empty unless the user chose no collector and nothing measures here
 */
record TelemetrySelection(String text, Optional<String> estimateNote) {
    private static final String AUTO = "auto";
    private static final String ESTIMATE = "estimate";
    private static final String ESTIMATED = ", so the joules are estimated from processor time; 'ipw doctor' says more.";

    /**
     * Takes what was typed; without a choice, a machine on which nothing measures gets the estimate, if that is installed.
     *
     * @param notice hears the reason for waiting, if the search for sensors takes long
     */
    static TelemetrySelection of(Optional<String> typed, ClassLoader classLoader, Consumer<String> notice) {
        if (typed.isPresent()) {
            return new TelemetrySelection(typed.get(), Optional.empty());
        }
        Plugins<TelemetryProvider> collectors = Plugins.builder("collector", TelemetryProvider.class)
                .classLoader(classLoader).build();
        if (collectors.find(ESTIMATE).isEmpty()) {
            return new TelemetrySelection(AUTO, Optional.empty());
        }
        return of(new TelemetryProbe(collectors.all(), TelemetryEnvironment.system()).telling(notice).energy());
    }

    static TelemetrySelection of(Map<TelemetryProvider, EnergyFinding> findings) {
        if (findings.containsValue(EnergyFinding.MEASURING)) {
            return new TelemetrySelection(AUTO, Optional.empty());
        }
        String standing = findings.entrySet().stream().filter(one -> one.getValue() == EnergyFinding.STANDING_STILL)
                .map(one -> one.getKey().id()).collect(Collectors.joining(",-"));
        return standing.isEmpty()
                ? new TelemetrySelection(AUTO + "," + ESTIMATE,
                        Optional.of("No energy sensor can be read here" + ESTIMATED))
                : new TelemetrySelection(AUTO + ",-" + standing + "," + ESTIMATE,
                        Optional.of("The energy counter of " + standing.replace(",-", " and ")
                                + " stands still, as on many virtual machines" + ESTIMATED));
    }
}
