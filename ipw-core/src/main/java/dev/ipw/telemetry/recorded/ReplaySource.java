package dev.ipw.telemetry.recorded;

import dev.ipw.error.InputException;
import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.RunClock;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The source that replays the rows of a recording at their own times: each about when it is due. Rows before the
 * session are left out, except for the last moment before it, from which the first window needs a reading.
 */
final class ReplaySource implements TelemetrySource {
    /** The maximum time of a tick, so that a source with much to read does not count as hanging. */
    private static final long LONGEST_TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int MAX_OMITTED_AT_ONCE = 1000;
    private static final int PERIODS_AROUND = 3;
    /**
     * The minimum time to read ahead. A session that measures nothing reads each second; the rows due until the tick
     * after the next are then already there.
     */
    private static final long MIN_AHEAD_NANOS = TimeUnit.SECONDS.toNanos(3);
    private static final long LATE_START_NANOS = TimeUnit.MINUTES.toNanos(1);
    /** The shortest period. Rows have their own times, so that more frequent reading adds nothing. */
    private static final Duration SHORTEST_PERIOD = Duration.ofMillis(50);
    private static final SampleSink DISCARDING = new DiscardingSink();

    private final Recording recording;
    private final String name;
    private final RunClock opened;
    private final List<Sensor> sensors;
    private final Duration period;
    private final long aheadNanos;
    private final long sinceNanos;
    private final ReentrantLock reading = new ReentrantLock();
    private volatile Seen seen = new Seen(OptionalLong.empty(), OptionalLong.empty(), false);
    private long latestNanos;
    private @Nullable String failure;
    private volatile boolean closed;

    ReplaySource(Recording recording, String name, RunClock opened) {
        this.recording = recording;
        this.name = name;
        this.opened = opened;
        sensors = List.copyOf(recording.sensors());
        period = Duration.ofNanos(recording.periodNanos());
        aheadNanos = Math.max(MIN_AHEAD_NANOS, PERIODS_AROUND * recording.periodNanos());
        sinceNanos = opened.monotonicAnchorNanos() - PERIODS_AROUND * recording.periodNanos();
        latestNanos = sinceNanos;
        recording.skipTo(sinceNanos);
        for (int i = 0; i < MAX_OMITTED_AT_ONCE && isNextTooOld(); i++) {
            leaveOutNext();
        }
        seen = seen.ending(!recording.hasNext());
    }

    private boolean isNextTooOld() {
        return recording.hasNext() && recording.nextNanos() - sinceNanos < 0;
    }

    @Override
    public String id() {
        return ReplayProvider.ID;
    }

    @Override
    public List<Sensor> sensors() {
        return sensors;
    }

    @Override
    public List<DeviceInfo> devices() {
        return recording.devices();
    }

    @Override
    public Duration period() {
        return period;
    }

    @Override
    public Duration shortestPeriod() {
        return SHORTEST_PERIOD;
    }

    @Override
    public boolean readsServingMachine() {
        return true;
    }

    @Override
    public void sample(SampleSink sink) {
        reading.lock();
        try {
            if (!closed && failure == null) {
                replay(sink, System.nanoTime());
            }
            if (!closed && failure != null) {
                for (int i = 0; i < sensors.size(); i++) {
                    sink.lost(i, failure);
                }
            }
        } finally {
            reading.unlock();
        }
        letGoIfClosed();
    }

    /** Reads until one row lies after the due time, so that everything up to then is covered. */
    private void replay(SampleSink sink, long nowNanos) {
        try {
            while (isWanted(nowNanos + aheadNanos) && sink.hasRoom()
                    && System.nanoTime() - nowNanos < LONGEST_TICK_NANOS && recording.hasNext()) {
                if (seen.firstNanos.isEmpty() && isNextTooOld()) {
                    leaveOutNext();
                } else {
                    handOnNext(sink);
                }
            }
            seen = seen.ending(!recording.hasNext());
        } catch (InputException unreadable) {
            failure = "the recording can be read no more: " + unreadable.getMessage();
        }
    }

    private boolean isWanted(long untilNanos) {
        return seen.firstNanos.isEmpty() || latestNanos - untilNanos <= 0;
    }

    private void leaveOutNext() {
        latestNanos = recording.nextNanos();
        seen = seen.withLeftOut(latestNanos);
        recording.next(DISCARDING);
    }

    private void handOnNext(SampleSink sink) {
        latestNanos = recording.nextNanos();
        if (seen.firstNanos.isEmpty()) {
            seen = seen.withFirst(latestNanos);
        }
        recording.next(sink);
    }

    @Override
    public long readUntilNanos(long tickNanos) {
        reading.lock();
        try {
            boolean moreMayCome = failure == null && (!seen.ended || recording.grows());
            return moreMayCome ? latestNanos : TelemetrySource.forever(tickNanos);
        } finally {
            reading.unlock();
        }
    }

    @Override
    public List<String> problems() {
        List<String> problems = new ArrayList<>(recording.problems());
        Seen now = seen;
        if (now.ended && now.firstNanos.isEmpty() && now.leftOutUntilNanos.isPresent()) {
            problems.add("The recording " + name + " ends at "
                    + opened.instant(now.leftOutUntilNanos.getAsLong())
                    + ", before this session began at " + opened.instant(opened.monotonicAnchorNanos())
                    + ", so it gives no joules. If its clock is wrong, say offset= or zone=; to lay its beginning on the "
                    + "beginning of the session, say clock=start");
        } else if (now.firstNanos.isPresent()
                && now.firstNanos.getAsLong() - opened.monotonicAnchorNanos() > LATE_START_NANOS) {
            problems.add("The recording " + name + " begins at " + opened.instant(now.firstNanos.getAsLong())
                    + ", after this session began at " + opened.instant(opened.monotonicAnchorNanos())
                    + ", and gives no joules before that. If its clock is wrong, say offset= or zone=");
        }
        return problems;
    }

    @Override
    public void close() {
        closed = true;
        letGoIfClosed();
    }

    /**
     * Closes the recording unless it is being read, which may take long on a dead mount: then the reading thread closes
     * it.
     */
    private void letGoIfClosed() {
        if (closed && reading.tryLock()) {
            try {
                recording.close();
            } finally {
                reading.unlock();
            }
        }
    }

    /**
     * The progress of the replay.
     *
     * @param leftOutUntilNanos the time of the last row before the session; empty if none was left out
     * @param firstNanos        the time of the first row that was replayed; empty before that
     * @param ended             whether there is no further row, as far as is known
     */
    private record Seen(OptionalLong leftOutUntilNanos, OptionalLong firstNanos, boolean ended) {
        Seen withLeftOut(long nanos) {
            return new Seen(OptionalLong.of(nanos), firstNanos, ended);
        }

        Seen withFirst(long nanos) {
            return new Seen(leftOutUntilNanos, OptionalLong.of(nanos), ended);
        }

        Seen ending(boolean isAtEnd) {
            return isAtEnd == ended ? this : new Seen(leftOutUntilNanos, firstNanos, isAtEnd);
        }
    }

    private static final class DiscardingSink implements SampleSink {
        @Override
        public void counter(int sensor, long counts) {}

        @Override
        public void gauge(int sensor, double value) {}

        @Override
        public void lost(int sensor, String reason) {}
    }
}
