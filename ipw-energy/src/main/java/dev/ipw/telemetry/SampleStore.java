package dev.ipw.telemetry;

import dev.ipw.energy.EnergyFinding;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.EnergySeries;
import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Scope;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.error.InputException;
import dev.ipw.statistics.Statistics;
import dev.ipw.telemetry.SourceRecorders.SensorRecorder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The raw samples of a run, read back into the same series that the session made, so that a run can be divided over its
 * requests again. Times count from the run's anchor. A file that was torn by a kill gives the rows before the tear. The
 * series take at most a third of the heap: those of a run with more samples are thinned, older readings more than newer
 * ones.
 */
@API(status = API.Status.EXPERIMENTAL)
public final class SampleStore {
    private static final Logger LOGGER = LoggerFactory.getLogger(SampleStore.class);
    // Two stores may be held at a time: of the serving machine and of the sampling machine.
    private static final int PART_OF_THE_HEAP = 3;
    private static final int MIN_READINGS = 1 << 14;
    private static final long BYTES_OF_A_MEBIBYTE = 1 << 20;
    private static final int BYTES_OF_A_READING = 3 * Long.BYTES;
    // Integrated or estimated joules are held with their bounds and their components.
    private static final int READINGS_WITH_BOUNDS = 4;

    private final Readings readings;
    private final List<SampledDevice> devices;
    private final Set<Sensor> sensors;
    private final List<String> problems;

    private SampleStore(Readings readings, List<SampledDevice> devices, Set<Sensor> sensors, List<String> problems) {
        this.readings = readings;
        this.devices = devices;
        this.sensors = sensors;
        this.problems = List.copyOf(problems);
    }

    /**
     * Reads all samples of a run.
     *
     * @param telemetryDirectory the folder to which the session spooled
     * @return the series in it; without any if it is empty
     * @throws InputException if the folder cannot be listed
     */
    public static SampleStore read(Path telemetryDirectory) {
        return read(telemetryDirectory, part -> true);
    }

    /**
     * Reads the run's samples of the machine that served the model, where another machine sampled.
     *
     * @param telemetryDirectory the folder to which the session spooled
     * @return the series in it; without any if no source read the serving machine
     * @throws InputException if the folder cannot be listed
     */
    public static SampleStore readServingMachine(Path telemetryDirectory) {
        return read(telemetryDirectory, SampleReader::readsServingMachine);
    }

    /**
     * Reads the run's samples of the machine that sampled, wherever the model was served.
     *
     * @param telemetryDirectory the folder to which the session spooled
     * @return the series in it; without any if no source read this machine
     * @throws InputException if the folder cannot be listed
     */
    public static SampleStore readSamplingMachine(Path telemetryDirectory) {
        return read(telemetryDirectory, part -> !part.readsServingMachine());
    }

    private static SampleStore read(Path telemetryDirectory, Predicate<SampleReader> wanted) {
        return read(telemetryDirectory, wanted, Runtime.getRuntime().maxMemory() / PART_OF_THE_HEAP);
    }

    /**
     * Reads samples into bounded memory.
     *
     * @param wanted    selects the files to read
     * @param roomBytes the maximum size of the series together, in bytes
     */
    static SampleStore read(Path telemetryDirectory, Predicate<SampleReader> wanted, long roomBytes) {
        List<String> problems = new ArrayList<>();
        List<SampleReader> parts = new ArrayList<>();
        List<Readings> groups = new ArrayList<>();
        Map<String, Map<Sensor, SensorRecorder>> recorders = new HashMap<>();
        Map<String, SampledDevice> devices = new LinkedHashMap<>();
        Set<Sensor> sensors = new LinkedHashSet<>();
        SampleFormat format = SampleFormats.require();
        try {
            for (Path file : files(telemetryDirectory, format)) {
                try {
                    SampleReader part = SampleReader.open(file, format);
                    parts.add(part);
                    if (!part.hasChecksums()) {
                        problems.add(withoutChecksums(file, part.checksumFile()));
                    }
                } catch (InputException unreadable) {
                    problems.add(unreadable.getMessage() + ". If the run was copied, copy " + telemetryDirectory
                            + " again");
                }
            }
            // A resumed run has several files of one source; the series continues from one to the next. Two sources may
            // read the same sensor, each for a purpose of its own.
            parts.sort(Comparator.comparingLong(SampleStore::firstNanos));
            List<SampleReader> read = parts.stream().filter(SampleReader::hasChecksums).filter(wanted).toList();
            int most = mostReadings(read, roomBytes);
            Map<String, Long> rows = new LinkedHashMap<>();
            for (SampleReader part : read) {
                Map<Sensor, SensorRecorder> known = recorders.computeIfAbsent(part.sourceId(),
                        first -> new HashMap<>());
                Replayed replayed = replay(part, known, most, problems);
                groups.add(replayed.readings);
                rows.merge(part.sourceId(), replayed.rows, Long::sum);
                sensors.addAll(part.sensors());
                SampledDevice.of(part).forEach(device -> devices.putIfAbsent(device.info().device(), device));
            }
            read.forEach(part -> problems.addAll(part.damage()));
            rows.forEach((source, count) -> thinned(source, count, most, roomBytes).ifPresent(problems::add));
        } finally {
            parts.forEach(SampleReader::close);
        }
        return new SampleStore(Readings.of(groups), List.copyOf(devices.values()), sensors, problems);
    }

    private static String withoutChecksums(Path file, Path checksums) {
        return file + " is damaged: its checksums, " + checksums.getFileName()
                + ", are missing, so its samples cannot be verified. They are left out; restore the file";
    }

    /** Returns the maximum number of readings of each sensor for which there is room. */
    private static int mostReadings(List<SampleReader> parts, long roomBytes) {
        Set<List<Object>> sensors = new HashSet<>();
        parts.forEach(part -> part.sensors().forEach(sensor -> sensors.add(List.of(part.sourceId(), sensor))));
        long bytes = sensors.stream().mapToLong(key -> bytesOfAReading((Sensor) key.getLast())).sum();
        return Math.clamp(roomBytes / Math.max(1, bytes), MIN_READINGS, Integer.MAX_VALUE);
    }

    private static long bytesOfAReading(Sensor sensor) {
        return switch (sensor.quantity()) {
            case POWER_WATTS, SYSTEM_CPU_TIME_NANOS -> READINGS_WITH_BOUNDS * BYTES_OF_A_READING;
            default -> BYTES_OF_A_READING;
        };
    }

    private static Optional<String> thinned(String sourceId, long rows, int most, long roomBytes) {
        long mebibytes = roomBytes * PART_OF_THE_HEAP / most * rows / BYTES_OF_A_MEBIBYTE + 1;
        return rows <= most
                ? Optional.empty()
                : Optional.of("The " + rows + " samples of " + sourceId + " are more than the memory holds, which is "
                        + most
                        + " of each sensor: the older ones were thinned. Totals stay exact, but joules of single "
                        + "requests are hardly known before the last part of the run. Give Java enough memory for all of "
                        + "them: -Xmx" + mebibytes + "m");
    }

    private static List<Path> files(Path directory, SampleFormat format) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().endsWith(format.extension())).sorted().toList();
        } catch (IOException failed) {
            throw new InputException("Cannot list the samples in " + directory + ": " + failed.getMessage()
                    + ". Check that it is the telemetry folder of a run", failed);
        }
    }

    /**
     * Returns the joules of each device by each of its sensors: a counter and a power sensor of one device are two
     * series, of which only one may be added.
     *
     * @return the series, in the order of the files
     */
    public List<EnergySeries> energy() {
        return List.copyOf(readings.energy());
    }

    /**
     * Counts the devices of each scope, also those without joules.
     *
     * @return the number of devices by scope
     */
    public Map<Scope, Integer> devicesByScope() {
        return readings.present();
    }

    /**
     * Returns the power limit of a device.
     *
     * @param device the device
     * @return the highest limit that was set while it was sampled, in watts; empty if none of its sensors knows one
     */
    public OptionalDouble limitWatts(MeteredDevice device) {
        return sensors.stream().filter(sensor -> isOf(device, sensor)).flatMapToDouble(
                sensor -> sensor.limitWatts().stream()).filter(watts -> watts > 0).max();
    }

    /**
     * Lists the values of a device's sensor in an interval.
     *
     * @param quantity the quantity; not a counter
     * @param device   the device; its sensors are those of its name and scope
     * @param span     the interval, in nanoseconds since the run's anchor
     * @return its values in the quantity's unit, in order; empty if no sensor gives them
     */
    public double[] values(Quantity quantity, MeteredDevice device, TimeSpan span) {
        return readings.gauges().stream()
                .filter(gauge -> gauge.sensor().quantity() == quantity && isOf(device, gauge.sensor())).findFirst()
                .map(gauge -> gauge.valuesWithin(span.startNanos(), span.endNanos())).orElse(new double[0]);
    }

    /**
     * Returns the maximum age of a device's value at the time of its reading.
     *
     * @param quantity the quantity
     * @param device   the device; its sensors are those of its name and scope
     * @return the age in nanoseconds; empty if no sensor gives the quantity, or the sensor does not report its age
     */
    public OptionalLong resolutionNanos(Quantity quantity, MeteredDevice device) {
        return sensors.stream().filter(sensor -> sensor.quantity() == quantity && isOf(device, sensor))
                .flatMapToLong(sensor -> sensor.resolutionNanos().stream()).max();
    }

    private static boolean isOf(MeteredDevice device, Sensor sensor) {
        return sensor.device().equals(device.name()) && sensor.scope() == device.scope();
    }

    /**
     * Checks a device's joules against its other readings.
     *
     * @param series one of the series of this store
     * @return the findings: where its counter and its power disagree, and where several processes used it
     */
    public List<EnergyFinding> findings(EnergySeries series) {
        return series.firstNanos().isEmpty()
                ? List.of()
                : readings.findings((DeviceSeries) series, new TimeSpan(series.firstNanos().getAsLong(),
                        series.lastNanos().orElseThrow()));
    }

    /**
     * Describes the devices that were sampled.
     *
     * @return the devices with a description, each once
     */
    public List<SampledDevice> devices() {
        return devices;
    }

    /**
     * Returns the window between two moments.
     *
     * @param startNanos its start, in nanoseconds since the run's anchor
     * @param endNanos   its end; not before its start
     * @return the window of a closed session: the same joules, bounds, flags and reasons
     */
    public TelemetryWindow window(long startNanos, long endNanos) {
        return new TelemetryWindow(readings, startNanos, endNanos, "the run kept no samples of energy");
    }

    /**
     * Divides the joules of the processor packages among processes that have ended, by their processor time.
     *
     * @param startNanos   the start of the processes, in nanoseconds since the run's anchor
     * @param endNanos     a time at which they had ended; not before the start
     * @param leastSeconds the measured processor time of the processes, summed over logical processors
     * @param mostSeconds  the maximum processor time that they can have used
     * @return their joules, ESTIMATED: those of the measured time, with an upper bound that allows for the rest;
     *         unavailable with the reason if the packages are not measured or the machine's processor time was not read
     */
    public EnergyReading processEnergy(long startNanos, long endNanos, double leastSeconds, double mostSeconds) {
        EnergyReading packages = window(startNanos, endNanos).energy(Scope.PACKAGE);
        EnergyReading least = processEnergy(packages, leastSeconds, startNanos, endNanos);
        EnergyReading most = processEnergy(packages, mostSeconds, startNanos, endNanos);
        if (!least.isAvailable() || !most.isAvailable()) {
            return least.isAvailable() ? most : least;
        }
        return EnergyReading.of(least.joules().orElseThrow(), least.lower().orElseThrow(), most.upper().orElseThrow(),
                most.provenance(), Scope.PACKAGE,
                most.source(),
                most.flags());
    }

    private EnergyReading processEnergy(EnergyReading packages, double seconds, long startNanos, long endNanos) {
        return ProcessTimes.share(readings, seconds, packages, startNanos, endNanos).energy();
    }

    /**
     * Lists the combined values of a part of the machine in an interval.
     *
     * @param quantity the quantity; not a counter
     * @param scope    the part of the machine; the values of its devices are combined
     * @param span     the interval, in nanoseconds since the run's anchor
     * @return its values in the quantity's unit; empty if no sensor gives them
     */
    public double[] values(Quantity quantity, Scope scope, TimeSpan span) {
        return readings.values(quantity, scope, span.startNanos(), span.endNanos());
    }

    /**
     * Summarises the readings of an interval, as {@link TelemetryWindow#statistics} does, without computing a window's
     * joules.
     *
     * @param quantity the quantity; not a counter
     * @param scope    the part of the machine
     * @param span     the interval, in nanoseconds since the run's anchor
     * @return its values in the quantity's unit; empty if there are none
     */
    public Optional<Statistics> statistics(Quantity quantity, Scope scope, TimeSpan span) {
        return readings.statistics(quantity, scope, span.startNanos(), span.endNanos());
    }

    /**
     * Returns warnings about missing samples.
     *
     * @return one sentence for each damaged file, where a torn end is no damage, and for each sensor that was lost
     *         until the end
     */
    public List<String> problems() {
        return Stream.concat(problems.stream(),
                readings.losses(devices.stream().map(SampledDevice::info).toList()).stream()).toList();
    }

    /**
     * Returns the time of a run's last sample.
     *
     * @param telemetryDirectory the folder to which the session spooled
     * @return nanoseconds since the run's anchor; zero if there is no sample
     * @throws InputException if the folder cannot be listed
     */
    public static long lastNanos(Path telemetryDirectory) {
        long last = 0;
        SampleFormat format = SampleFormats.require();
        for (Path file : files(telemetryDirectory, format)) {
            try (SampleReader part = SampleReader.open(file, format)) {
                while (part.hasChecksums() && part.hasNext()) {
                    last = Math.max(last, part.nextNanos());
                    part.skip();
                }
            } catch (InputException damaged) {
                LOGGER.debug("Unreadable samples have no time", damaged);
            }
        }
        return last;
    }

    private static long firstNanos(SampleReader part) {
        return part.hasNext() ? part.nextNanos() : Long.MAX_VALUE;
    }

    /** Continues the series with one file. */
    private static Replayed replay(SampleReader part, Map<Sensor, SensorRecorder> known, int most,
            List<String> problems) {
        SourceRecorders recorders = new SourceRecorders(part.sensors(), part.period().toNanos(), known);
        known.values().forEach(recorder -> recorder.energy().ifPresent(energy -> energy.keepAtMost(most)));
        Readings readings = recorders.readings();
        readings.gauges().forEach(gauge -> gauge.series().keepAtMost(most));
        readings.times().forEach(time -> time.series().keepAtMost(most));
        Tick tick = new Tick(part.sensors().toArray(Sensor[]::new));
        SampleRows rows = new SampleRows(tick, recorders::record);
        long count = 0;
        try {
            rows.begin();
            while (part.hasNext()) {
                part.next(rows, 0);
                count++;
            }
        } catch (InputException damaged) {
            problems.add(damaged.getMessage());
        }
        rows.end(0, 0);
        tick.refused(part.sourceId()).ifPresent(problems::add);
        return new Replayed(readings, count);
    }

    private record Replayed(Readings readings, long rows) {}
}
