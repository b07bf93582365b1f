package dev.ipw.telemetry.recorded;

import dev.ipw.energy.Scope;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.Setting;
import dev.ipw.plugin.Parameters;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetryEnvironment;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * The options of a recording.
 *
 * @param path            the file or folder
 * @param offsetNanos     the nanoseconds to add to its times
 * @param clock           the clock of its times; empty to recognise it by their size
 * @param zone            the zone in which its times without a zone were written
 * @param timeColumn      the column of times; empty to recognise it by its name, as with the other columns
 * @param deviceColumn    the column of device names
 * @param powerColumn     the column of power
 * @param energyColumn    the column of energy counters
 * @param scope           the scope of its devices; empty to guess it by their names
 * @param averagingNanos  the time over which its power is a mean; empty if not specified
 * @param resolutionNanos the maximum age of a reading at its time; empty if not specified
 */
record ReplayOptions(Path path, long offsetNanos, Optional<ClockKind> clock, ZoneId zone, Optional<String> timeColumn,
        Optional<String> deviceColumn, Optional<String> powerColumn, Optional<String> energyColumn,
        Optional<Scope> scope, OptionalLong averagingNanos, OptionalLong resolutionNanos) {

    /**
     * Parses the user's text.
     *
     * @throws ConfigurationException if no file is named or a parameter is invalid
     */
    static ReplayOptions of(TelemetryEnvironment environment) {
        String file = environment.argument().map(String::strip).filter(text -> !text.isEmpty())
                .orElseThrow(() -> new ConfigurationException("The collector '" + ReplayProvider.ID
                        + "' needs a recording. Name it " + Setting.COLLECTOR + " " + ReplayProvider.ID + ":FILE"));
        Parameters given = environment.parameters();
        return new ReplayOptions(path(file), given.signedDuration("offset").map(Duration::toNanos).orElse(0L),
                given.text("clock").map(text -> constant(ClockKind.class, "clock", text)),
                given.text("zone").map(ReplayOptions::zone).orElseGet(ZoneId::systemDefault), given.text("time"),
                given.text("device"), given.text("power"), given.text("energy"),
                given.text("scope").map(text -> constant(Scope.class, "scope", text)), nanos(given, "averaging"),
                nanos(given, "resolution"));
    }

    private static Path path(String file) {
        try {
            return Path.of(file);
        } catch (InvalidPathException impossible) {
            throw new ConfigurationException("'" + file + "' can be no path of a recording: "
                    + impossible.getReason(), impossible);
        }
    }

    private static ZoneId zone(String text) {
        try {
            return ZoneId.of(text.strip());
        } catch (DateTimeException unknown) {
            throw new ConfigurationException("Parameter 'zone' of the collector " + ReplayProvider.ID
                    + " must be a time zone such as UTC, +02:00 or Europe/Berlin, not '" + text + "'", unknown);
        }
    }

    private static <E extends Enum<E>> E constant(Class<E> type, String key, String text) {
        return Arrays.stream(type.getEnumConstants()).filter(one -> one.name().equalsIgnoreCase(text.strip()))
                .findFirst().orElseThrow(() -> new ConfigurationException("Parameter '" + key + "' of the collector "
                        + ReplayProvider.ID + " must be one of " + Arrays.stream(type.getEnumConstants())
                                .map(one -> one.name().toLowerCase(Locale.ROOT)).collect(Collectors.joining(", "))
                        + ", not '" + text + "'"));
    }

    private static OptionalLong nanos(Parameters given, String key) {
        Optional<Duration> duration = given.duration(key);
        return duration.isPresent() ? OptionalLong.of(duration.get().toNanos()) : OptionalLong.empty();
    }

    /** Returns a sensor with the applicable options. */
    Sensor describe(Sensor sensor) {
        Sensor described = averagingNanos.isPresent() && !sensor.quantity().isCounter()
                ? sensor.withAveragingNanos(averagingNanos.getAsLong())
                : sensor;
        return resolutionNanos.isPresent() ? described.withResolutionNanos(resolutionNanos.getAsLong()) : described;
    }
}
