package dev.ipw.cli;

import dev.ipw.plugin.Plugins;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetryProbe;
import dev.ipw.telemetry.TelemetryProvider;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Select the collectors.
 *
 * @param text      the selection, for example {@code auto,replay:meter.csv}
 * @param estimated true if the user chose none, and joules are estimated because nothing measures them
 */
record TelemetrySelection(String text, boolean estimated) {
    static final String ESTIMATE_NOTE = "No energy sensor can be read here, so the joules are estimated from processor"
            + " time; 'ipw doctor' says why.";
    private static final String AUTO = "auto";
    private static final String ESTIMATE = "estimate";

    /**
     * Take what was typed; without a choice, a machine without sensors gets the estimate, if that is installed.
     *
     * @param notice hears the reason for waiting, if the search for sensors takes long
     */
    static TelemetrySelection of(Optional<String> typed, ClassLoader classLoader, Consumer<String> notice) {
        if (typed.isPresent()) {
            return new TelemetrySelection(typed.get(), false);
        }
        Plugins<TelemetryProvider> collectors = Plugins.builder("collector", TelemetryProvider.class)
                .classLoader(classLoader).build();
        boolean estimated = collectors.find(ESTIMATE).isPresent()
                && !new TelemetryProbe(collectors.all(), TelemetryEnvironment.system()).telling(notice).readsEnergy();
        return new TelemetrySelection(estimated ? AUTO + "," + ESTIMATE : AUTO, estimated);
    }
}
