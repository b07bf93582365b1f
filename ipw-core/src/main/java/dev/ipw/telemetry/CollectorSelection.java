package dev.ipw.telemetry;

import dev.ipw.error.ConfigurationException;
import dev.ipw.plugin.Plugins;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Choose collectors by what a person typed: {@code none}, or a list of {@code auto} and collector ids, each with an
 * argument after a colon where it takes one.
 *
 * @param choices the chosen collectors
 * @param none    true if telemetry is switched off
 */
record CollectorSelection(List<Choice> choices, boolean none) {
    private static final String NONE = "none";
    private static final String AUTO = "auto";

    static CollectorSelection parse(String text, Plugins<TelemetryProvider> collectors) {
        if (text.strip().equals(NONE)) {
            return new CollectorSelection(List.of(), true);
        }
        Map<String, Choice> choices = new LinkedHashMap<>();
        for (String part : text.split(",", -1)) {
            String name = part.strip();
            if (name.equals(AUTO)) {
                collectors.all().stream().filter(TelemetryProvider::automatic).forEach(
                        collector -> choices.putIfAbsent(collector.id(),
                                new Choice(collector, Optional.empty(), false)));
            } else {
                Choice named = named(name, text, collectors);
                choices.put(named.collector().id(), named);
            }
        }
        return new CollectorSelection(List.copyOf(choices.values()), false);
    }

    private static Choice named(String name, String text, Plugins<TelemetryProvider> collectors) {
        int colon = name.indexOf(':');
        String id = colon < 0 ? name : name.substring(0, colon);
        if (id.isBlank() || id.equals(NONE)) {
            throw new ConfigurationException("The telemetry selection '" + text
                    + "' is not understood. Give auto, none, or collector ids joined by commas");
        }
        Optional<String> argument = colon < 0 ? Optional.empty() : Optional.of(name.substring(colon + 1));
        return new Choice(collectors.require(id), argument, true);
    }

    /**
     * Name one collector that was chosen.
     *
     * @param collector the collector
     * @param argument  what stood after its id and a colon
     * @param named     true if a person asked for it by its id: it must then work
     */
    record Choice(TelemetryProvider collector, Optional<String> argument, boolean named) {
        TelemetryEnvironment in(TelemetryEnvironment environment) {
            return argument.map(environment::withArgument).orElse(environment);
        }
    }
}
