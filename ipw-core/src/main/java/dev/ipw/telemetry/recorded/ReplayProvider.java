package dev.ipw.telemetry.recorded;

import dev.ipw.energy.Scope;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.error.Setting;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.telemetry.RunClock;
import dev.ipw.telemetry.SampleReader;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetryProvider;
import dev.ipw.telemetry.TelemetrySource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The provider of samples that were recorded elsewhere: {@code replay:FILE} with the telemetry folder of a run or one
 * of its files, or a log as CSV, JSON Lines or a table of {@code dcgmi dmon}, complete or still being written.
 *
 * <p>
 * A log has one line for each device and time. Columns are found by their names: a time ({@code timestamp},
 * {@code epoch_ms}, {@code time_s}, {@code t_ns} and such), a device ({@code device}, {@code uuid}, {@code index},
 * {@code gpu} and such; one device if there is none), and power or a counter of energy with its unit in the name
 * ({@code power_w}, {@code power.draw [W]}, {@code energy_joules}, {@code energy_mj}, {@code energy_wh} and such); also
 * the utilization, memory, temperature and clock that nvidia-smi writes. {@code time=}, {@code device=}, {@code power=}
 * and {@code energy=} name other columns. {@code scope=} sets the scope of the devices where their names do not show
 * it: an unknown meter counts as a meter of the whole machine (psys), whose joules are shown and not added to the
 * headline. {@code averaging=} sets the time over which its power is a mean, and {@code resolution=} the maximum age of
 * a reading.
 *
 * <p>
 * Times are of the wall clock if they look like it, and those of our own files always are; they are converted to the
 * clock of this process by its own wall clock, and {@code offset=} is added, which may be negative. {@code zone=} sets
 * the zone of times without one. {@code clock=monotonic} reads other times as the monotonic clock of this machine,
 * which is also the default for a log that is being written and ends about now on that clock. All other times count
 * from the opening of the recording, which {@code clock=start} sets for all times.
 */
public final class ReplayProvider implements TelemetryProvider {
    static final String ID = "replay";

    /** Creates the provider, as a service loader does. */
    public ReplayProvider() {}

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String description() {
        return "samples recorded elsewhere: a run's telemetry folder, nvidia-smi logs, meters as CSV or JSON Lines";
    }

    @Override
    public boolean automatic() {
        return false;
    }

    @Override
    public boolean takesArgument() {
        return true;
    }

    @Override
    public List<SensorStatus> probe(TelemetryEnvironment environment) {
        if (environment.argument().isEmpty()) {
            return List.of(SensorStatus.unavailable(ID, "recorded samples", "no recording is named",
                    "name one " + Setting.COLLECTOR + " " + ID + ":FILE[,offset=2s]"));
        }
        List<SensorStatus> found = new ArrayList<>();
        for (TelemetrySource source : open(environment)) {
            try (source) {
                source.sensors().forEach(sensor -> found.add(status(sensor, source.period())));
            }
        }
        return found;
    }

    private static SensorStatus status(Sensor sensor, Duration period) {
        String remark = sensor.scope() == Scope.PSYS
                ? "; a whole machine (psys), not added to the headline; say scope=gpu or scope=package if it is one"
                : "";
        return SensorStatus.available(ID, sensor.source(), "recorded " + sensor.scope().label() + " each "
                + period.toMillis() + " ms" + remark);
    }

    /**
     * Opens the recording that the argument names.
     *
     * @throws ConfigurationException if no recording is named, or a parameter is invalid
     * @throws InputException         if it cannot be read or is not a recording
     */
    @Override
    public List<TelemetrySource> open(TelemetryEnvironment environment) {
        ReplayOptions options = ReplayOptions.of(environment);
        Path path = options.path();
        RunClock opened = RunClock.start();
        if (Files.isDirectory(path)) {
            Path telemetry = path.resolve("telemetry");
            return arrow(arrowFiles(Files.isDirectory(telemetry) ? telemetry : path), options, opened);
        }
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            throw new InputException(
                    path + " is a pipe or a device, not a file: it can be read only once and may block. Write "
                            + "the log into a file and name that; it may still be growing");
        }
        if (String.valueOf(path.getFileName()).endsWith(ArrowSampleFormat.EXTENSION)) {
            return arrow(List.of(path), options, opened);
        }
        return List.of(source(new TextRecording(options, opened), options, opened));
    }

    private static List<Path> arrowFiles(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> found = files
                    .filter(file -> String.valueOf(file.getFileName()).endsWith(ArrowSampleFormat.EXTENSION)).sorted()
                    .toList();
            if (found.isEmpty()) {
                throw new InputException(folder + " holds no samples (*" + ArrowSampleFormat.EXTENSION
                        + "). Name the folder of a run, its telemetry folder, or a log");
            }
            return found;
        } catch (IOException failed) {
            throw new InputException("Cannot list the samples in " + folder + ": " + AtomicFile.reasonOf(failed)
                    + ". Check its permissions", failed);
        }
    }

    /** Creates one source of all the files that were sampled from one source. */
    private static List<TelemetrySource> arrow(List<Path> files, ReplayOptions options, RunClock opened) {
        List<SampleReader> readers = new ArrayList<>();
        try {
            files.forEach(file -> readers.add(SampleReader.open(file)));
            Map<List<Object>, List<SampleReader>> bySource = new LinkedHashMap<>();
            for (SampleReader reader : readers) {
                List<Object> key = List.of(reader.sourceId(), reader.sensors());
                bySource.computeIfAbsent(key, one -> new ArrayList<>()).add(reader);
            }
            long first = readers.stream().mapToLong(reader -> ArrowRecording.firstNanos(reader, options)).min()
                    .orElse(0);
            List<TelemetrySource> sources = new ArrayList<>();
            bySource.values().forEach(
                    parts -> sources.add(source(new ArrowRecording(parts, options, first, opened), options, opened)));
            return sources;
        } catch (InputException unreadable) {
            readers.forEach(SampleReader::close);
            throw unreadable;
        }
    }

    private static TelemetrySource source(Recording recording, ReplayOptions options, RunClock opened) {
        try {
            return new ReplaySource(recording, String.valueOf(options.path().getFileName()), opened);
        } catch (InputException damaged) {
            recording.close();
            throw damaged;
        }
    }
}
