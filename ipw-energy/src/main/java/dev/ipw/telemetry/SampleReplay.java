package dev.ipw.telemetry;

import dev.ipw.error.InputException;
import dev.ipw.telemetry.SourceRecorders.SensorRecorder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The reading of a run's files of samples into series that fit into bounded memory. Several shards may have read one
 * device: each moment of it is taken from one of them.
 */
final class SampleReplay implements AutoCloseable {
    private static final int MIN_READINGS = 1 << 14;
    private static final long BYTES_OF_A_MEBIBYTE = 1 << 20;
    private static final int BYTES_OF_A_READING = 3 * Long.BYTES;
    // Integrated or estimated joules are held with their bounds and their components.
    private static final int READINGS_WITH_BOUNDS = 4;

    private final long roomBytes;
    private final List<Part> parts = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private final List<Readings> groups = new ArrayList<>();
    private final Map<String, Map<Sensor, SensorRecorder>> recorders = new HashMap<>();
    private final Map<String, Long> rows = new LinkedHashMap<>();
    private final Map<String, SampledDevice> devices = new LinkedHashMap<>();
    private final Set<Sensor> sensors = new LinkedHashSet<>();

    SampleReplay(long roomBytes) {
        this.roomBytes = roomBytes;
    }

    /** Opens a file, or records why it cannot be used. */
    void open(SampleFolder folder, Path file, SampleFormat format) {
        try {
            SampleReader reader = SampleReader.open(file, format);
            parts.add(new Part(folder, reader));
            if (!reader.hasChecksums()) {
                problems.add(withoutChecksums(file, reader.checksumFile()));
            }
        } catch (InputException unreadable) {
            problems.add(unreadable.getMessage() + ". If the run was copied, copy " + folder.directory() + " again");
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
        parts.sort(Comparator.comparingLong(Part::firstNanos));
        List<Part> read = parts.stream()
                .filter(part -> isUsable(part) && wanted.test(part.reader))
                .toList();
        int most = mostReadings(read);
        Map<String, List<Part>> bySource = new LinkedHashMap<>();
        read.forEach(part -> bySource.computeIfAbsent(part.key(), first -> new ArrayList<>()).add(part));
        boolean isOfOneFolder = read.stream().map(part -> part.folder).distinct().count() <= 1;
        if (isOfOneFolder) {
            read.forEach(part -> replay(part, most));
        } else {
            bySource.values().forEach(source -> replayTogether(source, most));
        }
        read.forEach(part -> problems.addAll(part.reader.damage()));
        rows.forEach((source, count) -> thinned(source, count, most).ifPresent(problems::add));
        return new SampleStore(Readings.of(groups), List.copyOf(devices.values()), sensors, problems);
    }

    /** Returns the names of the devices in the open files. */
    Set<String> deviceNames() {
        return parts.stream().filter(this::isUsable)
                .flatMap(part -> Stream.concat(part.sensors.stream().map(Sensor::device),
                        part.devices.stream().map(DeviceInfo::device)))
                .collect(Collectors.toSet());
    }

    private boolean isUsable(Part part) {
        return part.reader.hasChecksums() && part.folder.wants(part.reader) && !isReplaced(part);
    }

    /** Returns whether a file without a row only stood for sources that opened later, in this part of the run or another. */
    private boolean isReplaced(Part part) {
        return !part.reader.hasNext() && !part.sensors.isEmpty()
                && part.sensors.stream().allMatch(place -> parts.stream()
                        .filter(other -> other.key().equals(part.key())
                                && other.reader.sourceId().equals(part.reader.sourceId()))
                        .flatMap(other -> other.sensors.stream())
                        .anyMatch(sensor -> sensor.source().startsWith(place.source() + " ")));
    }

    @Override
    public void close() {
        parts.forEach(part -> part.reader.close());
    }

    private static String withoutChecksums(Path file, Path checksums) {
        return file + " is damaged: its checksums, " + checksums.getFileName()
                + ", are missing, so its samples cannot be verified. They are left out; restore the file";
    }

    /** Returns the maximum number of readings of each sensor for which there is room. */
    private int mostReadings(Collection<Part> read) {
        Set<List<Object>> keys = new HashSet<>();
        read.forEach(part -> part.sensors.forEach(sensor -> keys.add(List.of(part.key(), sensor))));
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

    /** Continues the series with one file. */
    private void replay(Part part, int most) {
        SourceRecorders source = begin(part, most);
        SampleRows filled = new SampleRows(part.tick, source::record);
        long count = 0;
        try {
            filled.begin();
            while (part.reader.hasNext()) {
                part.reader.next(filled, part.folder.shiftNanos());
                count++;
            }
        } catch (InputException damaged) {
            problems.add(damaged.getMessage());
        }
        filled.end(0, 0);
        end(part, count);
    }

    /** Reads files of one source row by row in the order of time, each quantity of a device from one file at a time. */
    private void replayTogether(List<Part> files, int most) {
        Map<DeviceQuantity, Followed> followed = new HashMap<>();
        PriorityQueue<Track> tracks = new PriorityQueue<>(Comparator.comparingLong(Track::nextNanos));
        for (Part part : files) {
            SourceRecorders source = begin(part, most);
            Track track = new Track(part, new SampleRows(part.tick, (before, after, tick) -> {
                keep(part, before, after, followed);
                source.record(before, after, tick);
            }));
            advance(track, tracks);
        }
        for (Track next = tracks.poll(); next != null; next = tracks.poll()) {
            next.rows.begin();
            next.part.reader.next(next.rows, next.part.folder.shiftNanos());
            next.rows.end(0, 0);
            next.count++;
            advance(next, tracks);
        }
    }

    private void advance(Track track, PriorityQueue<Track> tracks) {
        try {
            if (track.part.reader.hasNext()) {
                tracks.add(track);
                return;
            }
        } catch (InputException damaged) {
            problems.add(damaged.getMessage());
        }
        end(track.part, track.count);
    }

    /**
     * Removes the readings of a device that are taken from another file at that time. Another file may show other
     * quantities of the device, as two exporters do.
     */
    private static void keep(Part part, long beforeNanos, long afterNanos, Map<DeviceQuantity, Followed> followed) {
        Set<DeviceQuantity> own = new HashSet<>();
        for (int i = 0; i < part.sensors.size(); i++) {
            DeviceQuantity shown = DeviceQuantity.of(part.sensors.get(i));
            // The time of a process is of that process alone.
            boolean isShared = shown.quantity() != Quantity.PROCESS_CPU_TIME_NANOS;
            Followed known = followed.get(shown);
            boolean isOwn = own.contains(shown) || known == null || (beforeNanos > known.nanos
                    && (known.part == part || beforeNanos - known.nanos > 2 * part.reader.period().toNanos()));
            if (!isOwn || !isShared) {
                part.tick.remove(i);
            } else if (part.tick.isPresent(i)) {
                own.add(shown);
                followed.put(shown, new Followed(part, afterNanos));
            }
        }
    }

    private SourceRecorders begin(Part part, int most) {
        Map<Sensor, SensorRecorder> known = recorders.computeIfAbsent(part.key(), first -> new HashMap<>());
        SourceRecorders source = new SourceRecorders(part.sensors, part.reader.period().toNanos(), known);
        known.values().forEach(recorder -> recorder.energy().ifPresent(energy -> energy.keepAtMost(most)));
        Readings readings = source.readings();
        readings.gauges().forEach(gauge -> gauge.series().keepAtMost(most));
        readings.times().forEach(time -> time.series().keepAtMost(most));
        groups.add(readings);
        return source;
    }

    private void end(Part part, long count) {
        part.tick.refused(part.reader.sourceId()).ifPresent(problems::add);
        rows.merge(part.key(), count, Long::sum);
        sensors.addAll(part.sensors);
        SampledDevice.of(part.reader.sourceId(), part.devices, part.sensors)
                .forEach(device -> devices.putIfAbsent(device.info().device(), device));
    }

    /** A file, with the names of its devices in the run. */
    private static final class Part {
        private final SampleFolder folder;
        private final SampleReader reader;
        private final List<Sensor> sensors;
        private final List<DeviceInfo> devices;
        private final Tick tick;

        Part(SampleFolder folder, SampleReader reader) {
            this.folder = folder;
            this.reader = reader;
            sensors = reader.sensors().stream()
                    .map(sensor -> sensor.ofDevice(folder.namesIn(reader).apply(sensor.device()))).toList();
            devices = reader.devices().stream()
                    .map(device -> device.ofDevice(folder.namesIn(reader).apply(device.device()))).toList();
            tick = new Tick(sensors.toArray(Sensor[]::new));
        }

        String key() {
            String host = folder.hostOf(reader);
            return host.isEmpty() ? reader.sourceId() : reader.sourceId() + " of " + host;
        }

        long firstNanos() {
            return reader.hasNext() ? reader.nextNanos() + folder.shiftNanos() : Long.MAX_VALUE;
        }
    }

    /** A file that is read along with others. */
    private static final class Track {
        private final Part part;
        private final SampleRows rows;
        private long count;

        Track(Part part, SampleRows rows) {
            this.part = part;
            this.rows = rows;
        }

        long nextNanos() {
            return part.firstNanos();
        }
    }

    /** A quantity of a device; processor time and the number of processors, which it needs, are one. */
    private record DeviceQuantity(String device, Quantity quantity) {
        static DeviceQuantity of(Sensor sensor) {
            return new DeviceQuantity(sensor.device(), sensor.quantity() == Quantity.LOGICAL_PROCESSORS
                    ? Quantity.SYSTEM_CPU_TIME_NANOS
                    : sensor.quantity());
        }
    }

    /** The file from which a quantity was last read, and when. */
    private record Followed(Part part, long nanos) {}
}
