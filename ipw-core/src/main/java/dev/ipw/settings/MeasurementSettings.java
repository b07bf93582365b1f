package dev.ipw.settings;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.Setting;
import dev.ipw.inference.ServingHost;
import dev.ipw.internal.secret.Redaction;
import dev.ipw.telemetry.CollectorSelection;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * The settings of the measurement.
 *
 * @param telemetry     the collectors that read the sensors
 * @param warmupQueries the number of requests that are sent first and whose answers are discarded
 * @param idleSeconds   the rest before and after the questions, in seconds; zero for none
 * @param coolDown      the maximum time that devices may cool down between the runs of a series; zero for none
 * @param calibration   true to measure, before the run, the lag of the clients' timestamps on this machine
 * @param servingHost   the machine of the model; empty to derive it from the client's address
 * @param replicas      the devices of each replica of the server, by a response header; none for a single server
 */
@API(status = API.Status.EXPERIMENTAL)
public record MeasurementSettings(String telemetry, int warmupQueries, double idleSeconds, Duration coolDown,
        boolean calibration, Optional<ServingHost> servingHost, ReplicaMap replicas) {
    private static final Duration MAX_COOL_DOWN = Duration.ofHours(1);
    /** Every sensor that works here, three warm-up requests, five seconds of idle measurement. */
    public static final MeasurementSettings DEFAULTS = new MeasurementSettings("auto", 3, 5, Duration.ZERO, true,
            Optional.empty(), ReplicaMap.NONE);
    /** No sampling, no warm-up requests and no idle measurement. */
    public static final MeasurementSettings NONE = new MeasurementSettings("none", 0, 0, Duration.ZERO, false,
            Optional.empty(), ReplicaMap.NONE);
    private static final double MAX_IDLE_SECONDS = 600;

    /** Rejects nulls, and invalid values with a {@link ConfigurationException}. */
    public MeasurementSettings {
        Objects.requireNonNull(telemetry, "telemetry");
        Parts.atLeast(0, "The number of warm-up queries (" + Setting.WARMUP_QUERIES + ")", warmupQueries);
        if (!(idleSeconds >= 0 && idleSeconds <= MAX_IDLE_SECONDS)) {
            throw new ConfigurationException("The idle time before and after the run (" + Setting.IDLE_SECONDS
                    + ") must be 0 to 600 seconds, not " + idleSeconds + "; 0 switches it off");
        }
        if (coolDown.isNegative() || coolDown.compareTo(MAX_COOL_DOWN) > 0) {
            throw new ConfigurationException(
                    "A cool-down (" + Setting.COOL_DOWN + ") lasts 0 to " + MAX_COOL_DOWN.toMinutes()
                            + " minutes, not " + Parts.seconds(coolDown) + " s");
        }
        Objects.requireNonNull(servingHost, "servingHost");
        replicas = replicas.requireOfRun();
    }

    /**
     * Sets the collectors.
     *
     * @param selection for example {@code CollectorSelection.auto().orEstimate()}, which estimates the processor's
     *                  joules where no sensor measures them
     * @return the changed copy
     */
    public MeasurementSettings telemetry(CollectorSelection selection) {
        return telemetry(selection.text());
    }

    /**
     * Sets the collectors by the text of a {@link CollectorSelection}.
     *
     * @param selection for example {@code auto,estimate}
     * @return the changed copy
     */
    public MeasurementSettings telemetry(String selection) {
        return new MeasurementSettings(selection, warmupQueries, idleSeconds, coolDown, calibration, servingHost,
                replicas);
    }

    /**
     * Sets the number of warm-up requests, whose answers are discarded. They are no records of the dataset.
     *
     * @param count at least 0
     * @return the changed copy
     * @throws ConfigurationException if it is less
     */
    public MeasurementSettings warmupQueries(int count) {
        return new MeasurementSettings(telemetry, count, idleSeconds, coolDown, calibration, servingHost,
                replicas);
    }

    /**
     * Measures idle power before and after the questions, with the model loaded. The default is 5 seconds each; if no
     * sensor measures the serving machine, there is no rest.
     *
     * @param seconds 0 to 600; 0 for no rest
     * @return the changed copy
     * @throws ConfigurationException if it is out of range
     */
    public MeasurementSettings idleSeconds(double seconds) {
        return new MeasurementSettings(telemetry, warmupQueries, seconds, coolDown, calibration, servingHost,
                replicas);
    }

    /**
     * Lets devices cool down between the runs of a series, until each is at most 3 degrees warmer than at the start of
     * the first run. Without readable temperatures, the wait lasts for the maximum time.
     *
     * @param longest the maximum wait, up to an hour; zero, the default, for no wait
     * @return the changed copy
     * @throws ConfigurationException if it is out of range
     */
    public MeasurementSettings coolDown(Duration longest) {
        return new MeasurementSettings(telemetry, warmupQueries, idleSeconds, longest, calibration, servingHost,
                replicas);
    }

    /**
     * Switches the calibration on or off: half a second before the run in which the lag of this library's timestamps on
     * this machine is measured. A client with another transport has none. It is on by default.
     *
     * @param enabled false to omit it
     * @return the changed copy
     */
    public MeasurementSettings calibration(boolean enabled) {
        return new MeasurementSettings(telemetry, warmupQueries, idleSeconds, coolDown, enabled, servingHost,
                replicas);
    }

    /**
     * Sets where the model runs, instead of the client's guess: the client takes loopback and the machine's own
     * addresses to be this machine, and cannot recognise a tunnel. The joules of another machine come only from a
     * collector that reads it, such as {@code prometheus}.
     *
     * @param host where the model runs
     * @return the changed copy
     */
    public MeasurementSettings servingHost(ServingHost host) {
        return new MeasurementSettings(telemetry, warmupQueries, idleSeconds, coolDown, calibration,
                Optional.of(host), replicas);
    }

    /**
     * Names the devices of each of several replicas of the server. A response tells by a header which of them answered,
     * so that its joules are those of its devices. Without that header its joules are bounded and have no figure. Devices
     * that the map does not name serve all replicas.
     *
     * @param map the replicas, all named by one response header
     * @return the changed copy
     * @throws ConfigurationException if a header of requests names one, or there are several headers
     */
    public MeasurementSettings replicas(ReplicaMap map) {
        return new MeasurementSettings(telemetry, warmupQueries, idleSeconds, coolDown, calibration, servingHost, map);
    }

    /**
     * Removes the secrets, so that the settings can be kept.
     *
     * @return a copy with a placeholder for each
     */
    public MeasurementSettings withoutSecrets() {
        return telemetry(Redaction.text(telemetry));
    }
}
