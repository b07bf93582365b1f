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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
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
    static final int PART_OF_THE_HEAP = 3;

    private final Readings readings;
    private final List<SampledDevice> devices;
    private final Set<Sensor> sensors;
    private final List<String> problems;

    SampleStore(Readings readings, List<SampledDevice> devices, Set<Sensor> sensors, List<String> problems) {
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
        return read(List.of(new SampleFolder(telemetryDirectory, 0, "", "", false)), wanted, roomBytes);
    }

    /**
     * Reads the samples of a run's shards together. A device that several shards read is one series: each moment of it
     * is taken from one of them, and all moments that any of them saw count.
     *
     * @param shards the folders of the shards that sampled
     * @return the series in them
     * @throws InputException if a folder cannot be listed
     */
    public static SampleStore read(List<SampleFolder> shards) {
        return read(shards, part -> true, Runtime.getRuntime().maxMemory() / PART_OF_THE_HEAP);
    }

    /**
     * Returns the names that the devices of a shard have in the run, without reading its samples.
     *
     * @param shard the folder of a shard that sampled
     * @return the names; without those of files that cannot be read
     * @throws InputException if the folder cannot be listed
     */
    public static Set<String> deviceNames(SampleFolder shard) {
        SampleFormat format = SampleFormats.require();
        try (SampleReplay replay = new SampleReplay(0)) {
            files(shard.directory(), format).forEach(file -> replay.open(shard, file, format));
            return replay.deviceNames();
        }
    }

    private static SampleStore read(List<SampleFolder> folders, Predicate<SampleReader> wanted, long roomBytes) {
        SampleFormat format = SampleFormats.require();
        try (SampleReplay replay = new SampleReplay(roomBytes)) {
            folders.forEach(folder -> files(folder.directory(), format)
                    .forEach(file -> replay.open(folder, file, format)));
            return replay.read(wanted);
        }
    }

    /**
     * Returns the part of this store with some of its devices.
     *
     * @param wanted selects devices by their names
     * @return their series
     */
    public SampleStore of(Predicate<String> wanted) {
        return new SampleStore(readings.of(wanted),
                devices.stream().filter(device -> wanted.test(device.info().device())).toList(),
                sensors.stream().filter(sensor -> wanted.test(sensor.device())).collect(Collectors.toSet()),
                List.of());
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
}
