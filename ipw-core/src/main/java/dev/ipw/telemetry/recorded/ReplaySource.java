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
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Hand on the rows of a recording at their own times: each once it is due, or nearly so. What lies before the session is
 * left out but for the last moment before it, from which the first window needs a reading.
 */
final class ReplaySource implements TelemetrySource {
    private static final int MOST_ROWS_A_TICK = 1000;
    private static final int PERIODS_AROUND = 3;
    /** A session that measures nothing reads each second; what is due until the tick after the next is there already. */
    private static final long LEAST_AHEAD_NANOS = TimeUnit.SECONDS.toNanos(3);
    private static final long LATE_START_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final Duration SHORTEST_PERIOD = Duration.ofMillis(50);

    private final Recording recording;
    private final String name;
    private final RunClock opened;
    private final List<Sensor> sensors;
    private final Duration period;
    private final long aheadNanos;
    private volatile boolean leftOutSome;
    private volatile long leftOutUntilNanos;
    private volatile boolean begun;
    private volatile long firstNanos;
    private long latestNanos;
    private boolean moreIsThere;
    private @Nullable String failure;
    private boolean closed;

    ReplaySource(Recording recording, String name, RunClock opened) {
        this.recording = recording;
        this.name = name;
        this.opened = opened;
        sensors = List.copyOf(recording.sensors());
        period = Duration.ofNanos(recording.periodNanos());
        aheadNanos = Math.max(LEAST_AHEAD_NANOS, PERIODS_AROUND * recording.periodNanos());
        latestNanos = opened.monotonicAnchorNanos();
        leaveOutThePast(opened.monotonicAnchorNanos() - PERIODS_AROUND * recording.periodNanos());
    }

    private void leaveOutThePast(long untilNanos) {
        SampleSink nobody = new Nobody();
        while (recording.hasNext() && recording.nextNanos() - untilNanos < 0) {
            leftOutUntilNanos = recording.nextNanos();
            leftOutSome = true;
            recording.next(nobody);
        }
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
        return period.compareTo(SHORTEST_PERIOD) < 0 ? period : SHORTEST_PERIOD;
    }

    @Override
    public boolean readsServingMachine() {
        return true;
    }

    @Override
    public synchronized void sample(SampleSink sink) {
        if (closed) {
            return;
        }
        if (failure == null) {
            replay(sink, System.nanoTime() + aheadNanos);
        }
        if (failure != null) {
            for (int i = 0; i < sensors.size(); i++) {
                sink.lost(i, failure);
            }
        }
    }

    /** Read on until one row lies beyond a moment, so that everything up to there is covered. */
    private void replay(SampleSink sink, long untilNanos) {
        int rows = 0;
        try {
            while (rows < MOST_ROWS_A_TICK && !(begun && latestNanos - untilNanos > 0) && recording.hasNext()) {
                latestNanos = recording.nextNanos();
                if (!begun) {
                    firstNanos = latestNanos;
                    begun = true;
                }
                recording.next(sink);
                rows++;
            }
            moreIsThere = rows == MOST_ROWS_A_TICK;
        } catch (InputException unreadable) {
            failure = "the recording can be read no more: " + unreadable.getMessage();
        }
    }

    @Override
    public synchronized long readUntilNanos(long tickNanos) {
        boolean moreMayCome = failure == null && (moreIsThere || recording.grows());
        return moreMayCome ? latestNanos : TelemetrySource.forever(tickNanos);
    }

    @Override
    public List<String> problems() {
        List<String> problems = new ArrayList<>(recording.problems());
        if (!begun && leftOutSome) {
            problems.add("The recording " + name + " ends at " + opened.instant(leftOutUntilNanos)
                    + ", before this session began at " + opened.instant(opened.monotonicAnchorNanos())
                    + ", so it gives no joules. If its clock is wrong, say offset= or zone=; to lay its beginning on the "
                    + "beginning of the session, say clock=start");
        } else if (begun && firstNanos - opened.monotonicAnchorNanos() > LATE_START_NANOS) {
            problems.add("The recording " + name + " begins at " + opened.instant(firstNanos)
                    + ", after this session began at " + opened.instant(opened.monotonicAnchorNanos())
                    + ", and gives no joules before that. If its clock is wrong, say offset= or zone=");
        }
        return problems;
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            recording.close();
        }
    }

    private static final class Nobody implements SampleSink {
        @Override
        public void counter(int sensor, long counts) {}

        @Override
        public void gauge(int sensor, double value) {}

        @Override
        public void lost(int sensor, String reason) {}
    }
}
