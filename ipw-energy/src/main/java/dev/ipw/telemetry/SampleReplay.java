package dev.ipw.telemetry;

import dev.ipw.error.InputException;
import dev.ipw.telemetry.SourceRecorders.SensorRecorder;
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
import java.util.Set;
import java.util.function.Predicate;

/** The reading of a run's files of samples into series that fit into bounded memory. */
final class SampleReplay implements AutoCloseable {
    private static final int MIN_READINGS = 1 << 14;
    private static final long BYTES_OF_A_MEBIBYTE = 1 << 20;
    private static final int BYTES_OF_A_READING = 3 * Long.BYTES;
    // Integrated or estimated joules are held with their bounds and their components.
    private static final int READINGS_WITH_BOUNDS = 4;

    private final Path directory;
    private final long roomBytes;
    private final List<SampleReader> parts = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private final List<Readings> groups = new ArrayList<>();
    private final Map<String, Map<Sensor, SensorRecorder>> recorders = new HashMap<>();
    private final Map<String, Long> rows = new LinkedHashMap<>();
    private final Map<String, SampledDevice> devices = new LinkedHashMap<>();
    private final Set<Sensor> sensors = new LinkedHashSet<>();

    SampleReplay(Path directory, long roomBytes) {
        this.directory = directory;
        this.roomBytes = roomBytes;
    }

    /** Opens a file, or records why it cannot be used. */
    void open(Path file, SampleFormat format) {
        try {
            SampleReader part = SampleReader.open(file, format);
            parts.add(part);
            if (!part.hasChecksums()) {
                problems.add(withoutChecksums(file, part.checksumFile()));
            }
        } catch (InputException unreadable) {
            problems.add(
                    unreadable.getMessage() + ". If the run was copied, copy " + directory + " again");
        }
    }

    /**
     * Reads the open files.
     *
     * @param wanted selects the files to read
     */
    SampleStore read(Predicate<SampleReader> wanted) {
        // A resumed run has several files of one source; the series continues from one to the next. Two sources may
        // read the same sensor, each for a purpose of its own.
        parts.sort(Comparator.comparingLong(SampleReplay::firstNanos));
        List<SampleReader> read = parts.stream().filter(SampleReader::hasChecksums).filter(wanted).toList();
        int most = mostReadings(read);
        read.forEach(part -> replay(part, most));
        read.forEach(part -> problems.addAll(part.damage()));
        rows.forEach((source, count) -> thinned(source, count, most).ifPresent(problems::add));
        return new SampleStore(Readings.of(groups), List.copyOf(devices.values()), sensors, problems);
    }

    @Override
    public void close() {
        parts.forEach(SampleReader::close);
    }

    private static String withoutChecksums(Path file, Path checksums) {
        return file + " is damaged: its checksums, " + checksums.getFileName()
                + ", are missing, so its samples cannot be verified. They are left out; restore the file";
    }

    /** Returns the maximum number of readings of each sensor for which there is room. */
    private int mostReadings(List<SampleReader> read) {
        Set<List<Object>> keys = new HashSet<>();
        read.forEach(part -> part.sensors().forEach(sensor -> keys.add(List.of(part.sourceId(), sensor))));
        long bytes = keys.stream().mapToLong(key -> bytesOfAReading((Sensor) key.getLast())).sum();
        return Math.clamp(roomBytes / Math.max(1, bytes), MIN_READINGS, Integer.MAX_VALUE);
    }

    private static long bytesOfAReading(Sensor sensor) {
        return switch (sensor.quantity()) {
            case POWER_WATTS, SYSTEM_CPU_TIME_NANOS -> READINGS_WITH_BOUNDS * BYTES_OF_A_READING;
            default -> BYTES_OF_A_READING;
        };
    }

    private Optional<String> thinned(String sourceId, long count, int most) {
        long mebibytes = roomBytes * SampleStore.PART_OF_THE_HEAP / most * count / BYTES_OF_A_MEBIBYTE + 1;
        return count <= most
                ? Optional.empty()
                : Optional.of("The " + count + " samples of " + sourceId + " are more than the memory holds, which is "
                        + most
                        + " of each sensor: the older ones were thinned. Totals stay exact, but joules of single "
                        + "requests are hardly known before the last part of the run. Give Java enough memory for all of "
                        + "them: -Xmx" + mebibytes + "m");
    }

    private static long firstNanos(SampleReader part) {
        return part.hasNext() ? part.nextNanos() : Long.MAX_VALUE;
    }

    /** Continues the series with one file. */
    private void replay(SampleReader part, int most) {
        Map<Sensor, SensorRecorder> known = recorders.computeIfAbsent(part.sourceId(), first -> new HashMap<>());
        SourceRecorders source = new SourceRecorders(part.sensors(), part.period().toNanos(), known);
        known.values().forEach(recorder -> recorder.energy().ifPresent(energy -> energy.keepAtMost(most)));
        Readings readings = source.readings();
        readings.gauges().forEach(gauge -> gauge.series().keepAtMost(most));
        readings.times().forEach(time -> time.series().keepAtMost(most));
        Tick tick = new Tick(part.sensors().toArray(Sensor[]::new));
        SampleRows filled = new SampleRows(tick, source::record);
        long count = 0;
        try {
            filled.begin();
            while (part.hasNext()) {
                part.next(filled, 0);
                count++;
            }
        } catch (InputException damaged) {
            problems.add(damaged.getMessage());
        }
        filled.end(0, 0);
        tick.refused(part.sourceId()).ifPresent(problems::add);
        groups.add(readings);
        rows.merge(part.sourceId(), count, Long::sum);
        sensors.addAll(part.sensors());
        SampledDevice.of(part).forEach(device -> devices.putIfAbsent(device.info().device(), device));
    }
}
