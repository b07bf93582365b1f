package dev.ipw.telemetry.recorded;

import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.RunClock;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.recorded.TextColumns.TextSample;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a log, one row each, also while it is being written. A line that cannot be used is counted and skipped.
 */
final class TextRecording implements Recording {
    private static final int SMALL_BYTES = 1 << 14;
    private static final int PROBE_BYTES = 1 << 16;
    private static final long MIN_QUIET_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final int PERIODS_QUIET = 5;

    private final TextBeginning beginning;
    private final List<Sensor> sensors;
    private final TailedLines lines;
    private final long shiftNanos;
    private final ParseErrors mishaps = new ParseErrors();
    private @Nullable TextSample pending;
    private long latestNanos = Long.MIN_VALUE;
    private long knownBytes;
    private long grownNanos;
    private volatile boolean torn;

    TextRecording(ReplayOptions options, RunClock opened) {
        beginning = new TextBeginning(options, opened);
        sensors = beginning.sensors();
        shiftNanos = beginning.clock().shiftNanos(beginning.firstNanos(), opened) + options.offsetNanos();
        try {
            lines = new TailedLines(options.path());
            knownBytes = lines.size();
        } catch (IOException unreadable) {
            throw new InputException("Cannot read the recording " + options.path() + ": "
                    + AtomicFile.reasonOf(unreadable) + ". Check the path and its permissions", unreadable);
        }
        // Times that count from the opening do not belong to a log that is being written, unless it grows.
        grownNanos = System.nanoTime()
                - (beginning.clock() == ClockKind.START
                        ? quietNanos()
                        : Math.min(quietNanos(), beginning.end().quietNanos()));
    }

    /** Returns the time for which a log that is being written may stand still. */
    private long quietNanos() {
        return Math.max(MIN_QUIET_NANOS, PERIODS_QUIET * beginning.periodNanos());
    }

    @Override
    public List<Sensor> sensors() {
        return sensors;
    }

    @Override
    public List<DeviceInfo> devices() {
        return beginning.devices();
    }

    @Override
    public long periodNanos() {
        return beginning.periodNanos();
    }

    @Override
    public void skipTo(long nanos) {
        try {
            lines.seek(lastLineBefore(nanos - shiftNanos));
        } catch (IOException unreadable) {
            throw new InputException(AtomicFile.reasonOf(unreadable), unreadable);
        }
    }

    /** Halves the file until few bytes remain, since its lines are in the order of their times. */
    private long lastLineBefore(long stampNanos) throws IOException {
        long low = 0;
        long high = lines.size();
        while (high - low > SMALL_BYTES) {
            long middle = low + (high - low) / 2;
            boolean earlier = timeAfter(middle).filter(time -> time < stampNanos).isPresent();
            low = earlier ? lines.lineStart() : low;
            high = earlier ? high : middle;
        }
        return low;
    }

    /** Returns the time of the first usable line that begins after a byte; empty if there is none nearby. */
    private Optional<Long> timeAfter(long start) throws IOException {
        lines.seek(start);
        String line = lines.next();
        while (line != null && lines.position() - start < PROBE_BYTES) {
            line = lines.next();
            OptionalLong time = line == null ? OptionalLong.empty() : beginning.timeOf(line);
            if (time.isPresent()) {
                return Optional.of(time.getAsLong());
            }
        }
        return Optional.empty();
    }

    @Override
    public boolean hasNext() {
        try {
            while (pending == null) {
                String line = lines.next();
                if (line == null) {
                    torn = lines.isTorn();
                    return false;
                }
                pending = sample(line).orElse(null);
            }
            return true;
        } catch (IOException unreadable) {
            throw new InputException(AtomicFile.reasonOf(unreadable), unreadable);
        }
    }

    private Optional<TextSample> sample(String line) {
        try {
            Map<String, String> fields = beginning.format().fields(line);
            if (fields.isEmpty()) {
                return Optional.empty();
            }
            TextSample sample = beginning.columns().read(fields, beginning.fileName());
            if (beginning.places(sample.device()) == null) {
                throw new InputException(
                        "its device " + sample.device() + " did not appear when the recording was opened");
            }
            if (sample.stamp().nanos() < latestNanos) {
                throw new InputException("its time lies before that of an earlier line");
            }
            latestNanos = sample.stamp().nanos();
            return Optional.of(sample);
        } catch (InputException unusable) {
            mishaps.add(lines.place() + ": " + unusable.getMessage());
            return Optional.empty();
        }
    }

    @Override
    public long nextNanos() {
        return next().stamp().nanos() + shiftNanos;
    }

    private TextSample next() {
        if (pending == null) {
            throw new NoSuchElementException();
        }
        return pending;
    }

    @Override
    public void next(SampleSink sink) {
        TextSample sample = next();
        pending = null;
        long nanos = sample.stamp().nanos() + shiftNanos;
        sink.at(nanos, nanos);
        Map<MeasuredColumn, Integer> places = beginning.places(sample.device());
        sample.values().forEach((column, value) -> {
            Integer sensor = places == null ? null : places.get(column);
            if (sensor != null && sensors.get(sensor).quantity().isCounter()) {
                sink.counter(sensor, Math.round(value / TextBeginning.COUNT_JOULES));
            } else if (sensor != null) {
                sink.gauge(sensor, value);
            }
        });
    }

    @Override
    public boolean grows() {
        try {
            long bytes = lines.size();
            if (bytes > knownBytes) {
                knownBytes = bytes;
                grownNanos = System.nanoTime();
            }
            return System.nanoTime() - grownNanos < quietNanos();
        } catch (IOException gone) {
            return false;
        }
    }

    @Override
    public List<String> problems() {
        List<String> problems = new ArrayList<>();
        beginning.doubt().ifPresent(problems::add);
        mishaps.sentence(beginning.fileName()).ifPresent(problems::add);
        if (torn) {
            problems.add("The last line of the recording " + beginning.fileName()
                    + " has no end, as if it were still being written, and is left out");
        }
        return problems;
    }

    @Override
    public void close() {
        try {
            lines.close();
        } catch (IOException alreadyGone) {
            mishaps.add("its end: " + AtomicFile.reasonOf(alreadyGone));
        }
    }

    /** The number of unusable lines, and the first of them as an example. */
    private static final class ParseErrors {
        private final AtomicLong count = new AtomicLong();
        private final AtomicReference<String> first = new AtomicReference<>("");

        void add(String problem) {
            first.compareAndSet("", problem);
            count.incrementAndGet();
        }

        /** Returns the errors in one sentence; empty if there are none. */
        Optional<String> sentence(String recording) {
            long lines = count.get();
            return lines == 0
                    ? Optional.empty()
                    : Optional.of("The recording " + recording + " has " + lines + (lines == 1 ? " line" : " lines")
                            + " that cannot be used, and what they tell is missing from the joules; the first is "
                            + first.get());
        }
    }
}
