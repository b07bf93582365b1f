package dev.ipw.telemetry.recorded;

import dev.ipw.error.InputException;
import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.RunClock;
import dev.ipw.telemetry.SampleReader;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The files that a session kept of one source; a resumed run has several of them, which follow each other. */
final class ArrowRecording implements Recording {
    private final List<SampleReader> parts;
    private final List<Sensor> sensors;
    private final ClockKind clock;
    private final long shiftNanos;
    private int part;

    /**
     * Takes the readers of one source.
     *
     * @param readers    opened files with the same sensors
     * @param firstNanos the first time in all files of the recording, so that its sources stay aligned
     */
    ArrowRecording(List<SampleReader> readers, ReplayOptions options, long firstNanos, RunClock opened) {
        clock = clock(options);
        parts = new ArrayList<>(readers);
        parts.sort(Comparator.comparingLong(reader -> firstNanos(reader, options)));
        sensors = parts.getFirst().sensors().stream().map(options::describe).toList();
        shiftNanos = clock.shiftNanos(firstNanos, opened) + options.offsetNanos();
    }

    private static ClockKind clock(ReplayOptions options) {
        return options.clock().orElse(ClockKind.EPOCH);
    }

    /** Returns the time of a file's next row, on the clock with which it was recorded. */
    static long firstNanos(SampleReader reader, ReplayOptions options) {
        return reader.hasNext() ? anchor(reader, clock(options)) + reader.nextNanos() : Long.MAX_VALUE;
    }

    private static long anchor(SampleReader reader, ClockKind clock) {
        return clock == ClockKind.MONOTONIC
                ? reader.clock().monotonicAnchorNanos()
                : reader.clock().epochAnchorNanos();
    }

    @Override
    public List<Sensor> sensors() {
        return sensors;
    }

    @Override
    public List<DeviceInfo> devices() {
        return parts.getFirst().devices();
    }

    @Override
    public long periodNanos() {
        return parts.getFirst().period().toNanos();
    }

    @Override
    public boolean hasNext() {
        while (part < parts.size()) {
            try {
                if (parts.get(part).hasNext()) {
                    return true;
                }
            } catch (IllegalStateException closed) {
                throw new InputException("the recording was closed", closed);
            }
            part++;
        }
        return false;
    }

    @Override
    public long nextNanos() {
        return parts.get(part).nextNanos() + anchor(parts.get(part), clock) + shiftNanos;
    }

    @Override
    public void next(SampleSink sink) {
        parts.get(part).next(sink, anchor(parts.get(part), clock) + shiftNanos);
    }

    @Override
    public boolean grows() {
        return false;
    }

    @Override
    public List<String> problems() {
        return parts.stream().flatMap(part -> part.damage().stream()).toList();
    }

    @Override
    public void close() {
        parts.forEach(SampleReader::close);
    }
}
