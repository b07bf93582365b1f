package dev.ipw.cli;

import dev.ipw.energy.SensorState;
import dev.ipw.plugin.Plugins;
import dev.ipw.telemetry.TelemetryProvider;
import java.util.List;
import java.util.Optional;

/**
 * The collectors of a command.
 *
 * @param text      the selection, for example {@code auto,replay:meter.csv}
 * @param isDefault true if the user chose none
 */
record TelemetrySelection(String text, boolean isDefault) {
    private static final String ESTIMATE = "estimate";

    /** Takes what was typed; without a choice, a machine on which nothing measures gets the estimate, if that is installed. */
    static TelemetrySelection of(Optional<String> typed, ClassLoader classLoader) {
        return typed.map(text -> new TelemetrySelection(text, false)).orElseGet(() -> {
            boolean canEstimate = Plugins.builder("collector", TelemetryProvider.class).classLoader(classLoader).build()
                    .find(ESTIMATE).isPresent();
            return new TelemetrySelection(canEstimate ? "auto," + ESTIMATE : "auto", true);
        });
    }

    /**
     * Returns the sentence for joules that are estimated though the user did not choose that.
     *
     * @param problems the warnings of a session or a run: the first of a sensor that does not measure is the reason
     */
    Optional<String> estimateNote(List<String> problems) {
        String standing = "' " + SensorState.STANDING_STILL.words() + ": ";
        String wrong = "' " + SensorState.INCONSISTENT.words() + ": ";
        String why = problems.stream().filter(one -> one.contains(standing) || one.contains(wrong)).findFirst()
                .map(one -> one + ". ").orElse("");
        return isDefault
                ? Optional.of(why + "No energy sensor measures here, so the joules are estimated from processor time; "
                        + "'ipw doctor' says more.")
                : Optional.empty();
    }
}
