package dev.ipw.telemetry.recorded;

import dev.ipw.energy.Scope;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.RunClock;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.recorded.TextColumns.TextSample;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The properties of a text, learned from its first lines and its end: its format, its columns, its devices, its clock,
 * and the period of its readings. However long the text is, no more of it is read for this. A device that appears only
 * later has no sensor.
 */
final class TextBeginning {
    private static final int MAX_LINES = 10_000;
    private static final int MAX_BYTES = 1 << 22;
    private static final int MAX_DEVICES = 256;
    private static final long USUAL_PERIOD_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** The joules of one count of an energy column, whatever its unit. */
    static final double COUNT_JOULES = 1e-6;
    /** A meter of a whole machine, or of a rack, may show more than one package or GPU can draw. */
    private static final double MAX_METER_WATTS = 100_000;
    /**
     * Times that begin closer to zero count from the start of the log: no machine records so soon after it is switched
     * on.
     */
    private static final long SURELY_A_START_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final ReplayOptions options;
    private final String fileName;
    private final List<Map<String, String>> fields = new ArrayList<>();
    private final List<Long> lineNumbers = new ArrayList<>();
    private final Map<String, Map<MeasuredColumn, Integer>> places = new LinkedHashMap<>();
    private final List<Sensor> sensors = new ArrayList<>();
    private final Map<String, DeviceInfo> devices = new LinkedHashMap<>();
    private final LineFormat format;
    private final TextColumns columns;
    private final TextEnd end;
    private final ClockKind clock;
    private final long firstNanos;
    private final long periodNanos;

    /**
     * Reads the first lines.
     *
     * @param opened the clock of this process at this moment
     * @throws InputException         if they do not fit their format
     * @throws ConfigurationException if the times contradict the user's options
     */
    TextBeginning(ReplayOptions options, RunClock opened) {
        this.options = options;
        fileName = String.valueOf(options.path().getFileName());
        format = readLines(options.path());
        Set<String> names = new LinkedHashSet<>();
        fields.forEach(line -> names.addAll(line.keySet()));
        columns = placed(options.path().toString(), () -> TextColumns.choose(names, options));
        List<TextSample> samples = new ArrayList<>();
        for (int i = 0; i < fields.size(); i++) {
            Map<String, String> line = fields.get(i);
            samples.add(placed(line(lineNumbers.get(i)), () -> columns.read(line, fileName)));
            learn(samples.get(i), line);
            requireFewDevices();
        }
        firstNanos = samples.getFirst().stamp().nanos();
        periodNanos = period(samples);
        end = end(options.path());
        clock = clock(samples.getFirst().stamp(), opened.monotonicAnchorNanos());
        fields.clear();
    }

    private LineFormat readLines(Path path) {
        LineFormat found = null;
        try (TailedLines lines = new TailedLines(path)) {
            for (String line = lines.next(); line != null && fields.size() < MAX_LINES
                    && lines.position() < MAX_BYTES; line = lines.next()) {
                found = take(line, lines.lineNumber(), found);
            }
        } catch (IOException unreadable) {
            throw unreadable(path, unreadable);
        }
        if (found == null || fields.isEmpty()) {
            throw new InputException(
                    path + " holds no samples yet. Start what records them first, and wait until it has "
                            + "written a line");
        }
        return found;
    }

    private TextEnd end(Path path) {
        try {
            return TextEnd.read(path, this::timeOf);
        } catch (IOException unreadable) {
            throw unreadable(path, unreadable);
        }
    }

    private static InputException unreadable(Path path, IOException failure) {
        return new InputException("Cannot read the recording " + path + ": " + AtomicFile.reasonOf(failure)
                + ". Check the path and its permissions", failure);
    }

    private @Nullable LineFormat take(String line, long number, @Nullable LineFormat known) {
        if (known == null && (line.isBlank() || (line.startsWith("#") && !line.contains("Entity")))) {
            return null;
        }
        LineFormat current = known == null ? placed(line(number), () -> LineFormat.of(line)) : known;
        Map<String, String> found = placed(line(number), () -> current.fields(line));
        if (!found.isEmpty()) {
            fields.add(found);
            lineNumbers.add(number);
        }
        return current;
    }

    private void requireFewDevices() {
        if (devices.size() > MAX_DEVICES) {
            throw new InputException(options.path() + ": the column " + columns.device().name().orElse("device")
                    + " names more than " + MAX_DEVICES
                    + " devices, as a number of the row would. Say which column names "
                    + "them: device=NAME");
        }
    }

    private void learn(TextSample sample, Map<String, String> line) {
        Map<MeasuredColumn, Integer> own = places.computeIfAbsent(sample.device(), device -> new LinkedHashMap<>());
        Scope scope = options.scope().orElseGet(() -> columns.device().scope(line, sample.device()));
        for (MeasuredColumn column : sample.values().keySet()) {
            // If the device has several columns of power from the start, the best of them is its own.
            if (own.keySet().stream().noneMatch(other -> other.quantity() == column.quantity())) {
                own.put(column, sensors.size());
                sensors.add(options.describe(sensor(sample.device(), scope, column)));
            }
        }
        devices.computeIfAbsent(sample.device(), device -> info(device, line));
    }

    private Sensor sensor(String device, Scope scope, MeasuredColumn column) {
        String source = "replay " + fileName + " " + column.name()
                + (columns.device().name().isPresent() ? " of " + device : "");
        if (column.quantity() != Quantity.ENERGY_COUNTER) {
            Sensor gauge = Sensor.of(device, scope, column.quantity(), source);
            OptionalLong averaging = column.averagingNanos();
            return averaging.isPresent() ? gauge.withAveragingNanos(averaging.getAsLong()) : gauge;
        }
        Sensor counter = Sensor.energyCounter(device, scope, source, COUNT_JOULES, OptionalLong.empty());
        return scope == Scope.PSYS ? counter.withLimitWatts(MAX_METER_WATTS) : counter;
    }

    private static DeviceInfo info(String device, Map<String, String> line) {
        String index = line.getOrDefault("index", "");
        return new DeviceInfo(device, line.getOrDefault("name", device), Optional.empty(),
                index.matches("\\d{1,6}") ? OptionalInt.of(Integer.parseInt(index)) : OptionalInt.empty(), Map.of());
    }

    private ClockKind clock(TimeColumn.Stamp first, long nowNanos) {
        ClockKind looksLike = first.isEpoch() ? ClockKind.EPOCH : unknownStart(nowNanos);
        ClockKind chosen = options.clock().orElse(looksLike);
        if ((chosen == ClockKind.EPOCH) != first.isEpoch() && chosen != ClockKind.START) {
            throw new ConfigurationException(
                    "The times of " + options.path() + " in the column " + columns.time().name()
                            + (first.isEpoch() ? " are of the wall clock" : " do not count from 1970") + ", so clock="
                            + chosen.name().toLowerCase(Locale.ROOT) + " cannot be. Leave it out, or say clock=start");
        }
        return chosen;
    }

    /**
     * Returns the origin of times that are not of the wall clock. The field {@code t_ns} of {@code ipw monitor --json}
     * is {@link System#nanoTime()} of its process. On Linux that is CLOCK_MONOTONIC, which all processes of a machine
     * share from its start to its end, so a log that is being written now ends close to this process's clock.
     */
    private ClockKind unknownStart(long nowNanos) {
        return end.isWrittenByTheClockOf(nowNanos, periodNanos) ? ClockKind.MONOTONIC : ClockKind.START;
    }

    /** Returns a warning that the origin of the times is a guess; empty if it was named, or is unambiguous. */
    Optional<String> doubt() {
        boolean plain = clock != ClockKind.START || options.clock().isPresent()
                || Math.abs(firstNanos) < SURELY_A_START_NANOS;
        return plain
                ? Optional.empty()
                : Optional.of("The times of the recording " + fileName + " in the column " + columns.time().name()
                        + " count from a start that is not known, so its first reading is laid on the beginning of the "
                        + "session. If they are of this machine's monotonic clock, say clock=monotonic; if all is well, "
                        + "say clock=start");
    }

    /** Returns the time of a line; empty if the line cannot be used. */
    OptionalLong timeOf(String line) {
        try {
            Map<String, String> found = format.fields(line);
            return found.isEmpty()
                    ? OptionalLong.empty()
                    : OptionalLong.of(columns.read(found, fileName).stamp().nanos());
        } catch (InputException unusable) {
            return OptionalLong.empty();
        }
    }

    /** Returns the median of the times between two lines of a device; refuses times that go back. */
    private long period(List<TextSample> samples) {
        Map<String, Long> latest = new HashMap<>();
        List<Long> steps = new ArrayList<>();
        long latestOfAll = Long.MIN_VALUE;
        for (int i = 0; i < samples.size(); i++) {
            long now = samples.get(i).stamp().nanos();
            if (now < latestOfAll) {
                throw new InputException(
                        line(lineNumbers.get(i)) + ": its time lies before that of an earlier line. Sort "
                                + "the lines by time, those of all devices together");
            }
            latestOfAll = now;
            Long before = latest.put(samples.get(i).device(), now);
            if (before != null && now > before) {
                steps.add(now - before);
            }
        }
        steps.sort(null);
        return steps.isEmpty() ? USUAL_PERIOD_NANOS : steps.get((steps.size() - 1) / 2);
    }

    private String line(long number) {
        return options.path() + ", line " + number;
    }

    private static <T> T placed(String place, Reading<T> reading) {
        try {
            return reading.read();
        } catch (InputException wrong) {
            throw new InputException(place + ": " + wrong.getMessage(), wrong);
        }
    }

    String fileName() {
        return fileName;
    }

    LineFormat format() {
        return format;
    }

    TextColumns columns() {
        return columns;
    }

    List<Sensor> sensors() {
        return List.copyOf(sensors);
    }

    List<DeviceInfo> devices() {
        return List.copyOf(devices.values());
    }

    /** Returns the sensor of each column of a device; null for a device without sensors. */
    @Nullable
    Map<MeasuredColumn, Integer> places(String device) {
        return places.get(device);
    }

    ClockKind clock() {
        return clock;
    }

    /** Returns the end of the text when it was opened. */
    TextEnd end() {
        return end;
    }

    long firstNanos() {
        return firstNanos;
    }

    long periodNanos() {
        return periodNanos;
    }

    @FunctionalInterface
    private interface Reading<T> {
        T read();
    }
}
