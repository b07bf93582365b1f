package dev.ipw.cli.monitor;

import dev.ipw.plugin.Plugins;
import dev.ipw.telemetry.CollectorSelection;
import dev.ipw.telemetry.TelemetryProvider;
import java.util.Optional;

/**
 * The collectors of a command.
 *
 * @param text      the selection, for example {@code auto,replay:meter.csv}
 * @param isDefault true if the user chose none
 */
public record TelemetrySelection(String text, boolean isDefault) {
    private static final String ESTIMATE = "estimate";

    /**
     * Returns the typed selection. Without one, a machine without working sensors gets the estimate, if that is
     * installed.
     */
    public static TelemetrySelection of(Optional<String> typed, ClassLoader classLoader) {
        return typed.map(text -> new TelemetrySelection(text, false)).orElseGet(() -> {
            boolean canEstimate = Plugins.builder("collector", TelemetryProvider.class).classLoader(classLoader).build()
                    .find(ESTIMATE).isPresent();
            return new TelemetrySelection(
                    (canEstimate ? CollectorSelection.auto().orEstimate() : CollectorSelection.auto()).text(), true);
        });
    }

    /** Returns the note for joules that are estimated without the user's choice; warnings name the sensors. */
    public Optional<String> estimateNote() {
        return isDefault
                ? Optional.of("No energy sensor measures here, so the joules are estimated from processor time; "
                        + "'ipw doctor' says more.")
                : Optional.empty();
    }
}
