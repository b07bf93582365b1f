package dev.ipw.telemetry.recorded;

import dev.ipw.energy.Scope;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
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
 * Provide samples that were recorded elsewhere: {@code replay:FILE} with the telemetry folder of a run or one of its files,
 * or a log as CSV, JSON Lines or a table of {@code dcgmi dmon}, complete or still being written.
 *
 * <p>
 * A log has one line for each device and time. Columns are found by their names: a time ({@code timestamp},
 * {@code epoch_ms}, {@code time_s}, {@code t_ns} and such), a device ({@code device}, {@code uuid}, {@code index},
 * {@code gpu} and such; one device if there is none), and power or a counter of energy with its unit in the name
 * ({@code power_w}, {@code power.draw [W]}, {@code energy_joules}, {@code energy_mj}, {@code energy_wh} and such); beside
 * them the utilization, memory, temperature and clock that nvidia-smi writes. {@code time=}, {@code device=},
 * {@code power=} and {@code energy=} name other columns; {@code scope=} says what the devices are, where their names do
 * not: a meter of which nothing is known counts as one of the whole machine (psys), whose joules are shown and not added
 * to the headline. {@code averaging=} and {@code resolution=} say over which time its power is a mean, and how old a
 * reading can be.
 *
 * <p>
 * Times are of the wall clock if they look like it, and those of our own files always are; they are laid on the clock of
 * this process by its own wall clock, and {@code offset=} is added, which may be negative. {@code zone=} says where times
 * without a zone were written. {@code clock=monotonic} takes other times for the monotonic clock of this machine, as it
 * does of itself with a log that is being written and ends about now on that clock. Else they are counted from when the
 * recording is opened, as {@code clock=start} has it for all.
 */
public final class ReplayProvider implements TelemetryProvider {
    static final String ID = "replay";
    private static final String ARROW = ".arrow";

    /** Create the provider, as a service loader does. */
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
                    "name one by the collector " + ID + ":FILE[,offset=2s]"));
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
     * Open the recording that the argument names.
     *
     * @throws ConfigurationException if none is named, or a parameter makes no sense
     * @throws InputException         if it cannot be read or is no recording
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
        if (String.valueOf(path.getFileName()).endsWith(ARROW)) {
            return arrow(List.of(path), options, opened);
        }
        return List.of(source(new TextRecording(options, opened), options, opened));
    }

    private static List<Path> arrowFiles(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> found = files.filter(file -> String.valueOf(file.getFileName()).endsWith(ARROW)).sorted()
                    .toList();
            if (found.isEmpty()) {
                throw new InputException(folder + " holds no samples (*" + ARROW
                        + "). Name the folder of a run, its telemetry folder, or a log");
            }
            return found;
        } catch (IOException failed) {
            throw new InputException("Cannot list the samples in " + folder + ": " + AtomicFile.reasonOf(failed)
                    + ". Check its permissions", failed);
        }
    }

    /** Make one source of all the files that were sampled from one. */
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
