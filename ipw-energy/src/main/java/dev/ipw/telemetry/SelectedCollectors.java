package dev.ipw.telemetry;

import dev.ipw.error.ConfigurationException;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The collectors that a {@link CollectorSelection} chooses.
 *
 * @param choices the chosen collectors
 * @param none    true if telemetry is switched off
 */
record SelectedCollectors(List<Choice> choices, boolean none) {
    private static final Pattern PARAMETER = Pattern.compile("([a-z][a-z0-9_-]*)=(.*)");

    static SelectedCollectors of(CollectorSelection selection, Plugins<TelemetryProvider> collectors) {
        String text = selection.text();
        if (selection.isNone()) {
            return new SelectedCollectors(List.of(), true);
        }
        Map<String, Choice> choices = new LinkedHashMap<>();
        String latest = CollectorSelection.AUTO;
        for (String part : text.split(",", -1)) {
            String name = part.strip();
            Matcher parameter = PARAMETER.matcher(name);
            Choice open = choices.get(latest);
            if (parameter.matches() && open != null && open.named()) {
                choices.put(latest, open.with(parameter.group(1), parameter.group(2)));
            } else if (parameter.matches()) {
                throw new ConfigurationException("The parameter '" + parameter.group(1) + "' of the telemetry selection"
                        + " follows no collector that it could belong to. Name the collector before it, as in"
                        + " replay:FILE,offset=2s");
            } else if (name.equals(CollectorSelection.AUTO)) {
                collectors.all().stream().filter(TelemetryProvider::automatic)
                        .forEach(collector -> choices.putIfAbsent(collector.id(), Choice.automatic(collector)));
            } else if (name.startsWith("-")) {
                String left = collectors.require(name.substring(1)).id();
                if (choices.remove(left) == null) {
                    throw new ConfigurationException("The telemetry selection '" + text + "' leaves out '" + left
                            + "', which nothing before it chose. Name auto first, as in auto,-" + left);
                }
                latest = CollectorSelection.AUTO;
            } else {
                Choice named = named(name, text, collectors);
                latest = named.collector().id();
                choices.put(latest, named);
            }
        }
        return new SelectedCollectors(List.copyOf(choices.values()), false);
    }

    private static Choice named(String name, String text, Plugins<TelemetryProvider> collectors) {
        int colon = name.indexOf(':');
        String id = colon < 0 ? name : name.substring(0, colon);
        if (id.isBlank() || id.equals(CollectorSelection.NONE)) {
            throw new ConfigurationException("The telemetry selection '" + text
                    + "' is not understood. Give auto, none, or collector ids joined by commas");
        }
        TelemetryProvider collector = collectors.require(id);
        if (colon >= 0 && !collector.takesArgument()) {
            throw new ConfigurationException(
                    "The collector '" + id + "' takes no argument: write " + id + " instead of "
                            + name);
        }
        Optional<String> argument = colon < 0 ? Optional.empty() : Optional.of(name.substring(colon + 1));
        return new Choice(collector, argument, Map.of(), true);
    }

    /**
     * One chosen collector.
     *
     * @param collector  the collector
     * @param argument   the text after its id and a colon
     * @param parameters the following {@code key=value} parts
     * @param named      true if the user named its id: it must then work
     */
    record Choice(TelemetryProvider collector, Optional<String> argument, Map<String, String> parameters,
            boolean named) {
        static Choice automatic(TelemetryProvider collector) {
            return new Choice(collector, Optional.empty(), Map.of(), false);
        }

        Choice with(String key, String value) {
            Map<String, String> more = new LinkedHashMap<>(parameters);
            more.put(key, value);
            return new Choice(collector, argument, more, named);
        }

        TelemetryEnvironment in(TelemetryEnvironment environment) {
            TelemetryEnvironment own = environment
                    .withParameters(Parameters.of("the collector " + collector.id(), parameters));
            return argument.map(own::withArgument).orElse(own);
        }
    }
}
