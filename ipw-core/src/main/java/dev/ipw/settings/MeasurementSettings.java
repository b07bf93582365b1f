package dev.ipw.settings;

import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.ServingHost;
import dev.ipw.internal.secret.Redaction;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * The settings of the measurement.
 *
 * @param telemetry     which collectors read the sensors
 * @param warmupQueries how many requests are sent first and thrown away
 * @param idleSeconds   how long to rest before and after the questions, in seconds; zero for not at all
 * @param coolDown      how long devices may cool down between the runs of a series; zero for not at all
 * @param calibration   true to find out before the run how late clients note events on this machine
 * @param servingHost   where the model runs; empty takes what the client finds from its address
 */
public record MeasurementSettings(String telemetry, int warmupQueries, double idleSeconds, Duration coolDown,
        boolean calibration, Optional<ServingHost> servingHost) {
    private static final Duration MOST_COOL_DOWN = Duration.ofHours(1);
    /** Every sensor that works here, three warm-up requests, five seconds of idle measurement. */
    public static final MeasurementSettings DEFAULTS = new MeasurementSettings("auto", 3, 5, Duration.ZERO, true,
            Optional.empty());
    /** No sampling, no warm-up requests and no idle measurement. */
    public static final MeasurementSettings NONE = new MeasurementSettings("none", 0, 0, Duration.ZERO, false,
            Optional.empty());
    private static final double MOST_IDLE_SECONDS = 600;

    /** Rejects nulls and what cannot be, as a {@link ConfigurationException}. */
    public MeasurementSettings {
        Objects.requireNonNull(telemetry, "telemetry");
        Parts.atLeast(0, "The number of warm-up queries", warmupQueries);
        if (!(idleSeconds >= 0 && idleSeconds <= MOST_IDLE_SECONDS)) {
            throw new ConfigurationException("The idle time before and after the run must be 0 "
                    + "to 600 seconds, not " + idleSeconds + "; 0 switches it off");
        }
        if (coolDown.isNegative() || coolDown.compareTo(MOST_COOL_DOWN) > 0) {
            throw new ConfigurationException("A cool-down lasts 0 to " + MOST_COOL_DOWN.toMinutes()
                    + " minutes, not " + Parts.seconds(coolDown) + " s");
        }
        Objects.requireNonNull(servingHost, "servingHost");
    }

    /**
     * Chooses the collectors.
     *
     * @param selection {@code auto} for every sensor of this machine, {@code none}, or collector ids joined by commas;
     *                  {@code auto,estimate} estimates the processor's joules where nothing measures them
     * @return a copy with it
     */
    public MeasurementSettings telemetry(String selection) {
        return new MeasurementSettings(selection, warmupQueries, idleSeconds, coolDown, calibration, servingHost);
    }

    /**
     * Sets the number of warm-up requests, whose answers are discarded. They are no records of the dataset.
     *
     * @param count at least 0
     * @return a copy with it
     * @throws ConfigurationException if it is less
     */
    public MeasurementSettings warmupQueries(int count) {
        return new MeasurementSettings(telemetry, count, idleSeconds, coolDown, calibration, servingHost);
    }

    /**
     * Measures idle power before and after the questions, with the model loaded. The default is 5 seconds each; where
     * nothing measures the machine that serves, there is no rest.
     *
     * @param seconds 0 to 600; 0 for no rest
     * @return a copy with it
     * @throws ConfigurationException if it is another time
     */
    public MeasurementSettings idleSeconds(double seconds) {
        return new MeasurementSettings(telemetry, warmupQueries, seconds, coolDown, calibration, servingHost);
    }

    /**
     * Lets devices cool down between the runs of a series, until each is at most 3 degrees warmer than where the first
     * run began. Where no temperature is readable, all of the time is waited for.
     *
     * @param longest how long to wait at most, up to an hour; zero for no wait, as if nothing is said
     * @return a copy with it
     * @throws ConfigurationException if it is another time
     */
    public MeasurementSettings coolDown(Duration longest) {
        return new MeasurementSettings(telemetry, warmupQueries, idleSeconds, longest, calibration, servingHost);
    }

    /**
     * Switches the calibration on or off: half a second before the run that measures how late this library's clients
     * note events on this machine. A client with another transport has none. It is on by default.
     *
     * @param enabled false to leave it out
     * @return a copy with it
     */
    public MeasurementSettings calibration(boolean enabled) {
        return new MeasurementSettings(telemetry, warmupQueries, idleSeconds, coolDown, enabled, servingHost);
    }

    /**
     * Sets where the model runs, instead of the client's guess: the client takes loopback and the machine's own
     * addresses for this machine, and cannot recognise a tunnel. The joules of another machine come only from a
     * collector that reads it, such as {@code prometheus}.
     *
     * @param host where the model runs
     * @return a copy with it
     */
    public MeasurementSettings servingHost(ServingHost host) {
        return new MeasurementSettings(telemetry, warmupQueries, idleSeconds, coolDown, calibration,
                Optional.of(host));
    }

    /**
     * Takes the secrets out, so that the settings can be kept.
     *
     * @return a copy with a mark in their place
     */
    public MeasurementSettings withoutSecrets() {
        return telemetry(Redaction.text(telemetry));
    }
}
