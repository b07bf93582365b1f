package dev.ipw.telemetry.remote;

import dev.ipw.error.ConfigurationException;
import dev.ipw.plugin.Parameters;
import dev.ipw.telemetry.TelemetryEnvironment;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The options after the addresses.
 *
 * @param resolution the maximum age of readings, in place of the exporter's known one
 * @param interval   the interval at which the page is read, in place of the exporter's known one
 * @param devices    the devices to read; empty for all
 * @param credentials the header fields that show who asks
 */
record PrometheusOptions(Optional<Duration> resolution, Optional<Duration> interval, Set<String> devices,
        Credentials credentials) {
    private static final Duration SHORTEST_INTERVAL = Duration.ofMillis(50);
    private static final Duration LONGEST = Duration.ofHours(1);

    static PrometheusOptions of(TelemetryEnvironment environment) {
        Parameters parameters = environment.parameters();
        Set<String> devices = parameters.text("device").map(text -> Arrays.stream(text.strip().split("\\s+"))
                .filter(name -> !name.isEmpty()).collect(Collectors.toSet())).orElse(Set.of());
        return new PrometheusOptions(duration("resolution", Duration.ZERO, parameters),
                duration("interval", SHORTEST_INTERVAL, parameters), devices,
                Credentials.of(environment));
    }

    private static Optional<Duration> duration(String name, Duration least, Parameters parameters) {
        Optional<Duration> given = parameters.duration(name);
        if (given.filter(time -> time.compareTo(least) < 0 || time.compareTo(LONGEST) > 0).isPresent()) {
            throw new ConfigurationException("The " + name + " of the collector " + PrometheusProvider.ID
                    + " must lie between " + least.toMillis() + "ms and 1h, and is " + given.get().toMillis() + "ms");
        }
        return given;
    }

    /** Returns whether a device is selected. */
    boolean wants(String device) {
        return devices.isEmpty() || devices.contains(device);
    }
}
