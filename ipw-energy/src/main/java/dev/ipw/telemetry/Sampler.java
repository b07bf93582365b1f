package dev.ipw.telemetry;

import dev.ipw.energy.SensorState;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.internal.io.FailureText;
import dev.ipw.internal.thread.ThreadEnd;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The repeated reading of one source on a thread of its own. That thread also closes the source, so that it is never
 * closed while it is read. Once warm, a tick allocates nothing but the next chunk of its series.
 */
final class Sampler {
    private static final Logger LOGGER = LoggerFactory.getLogger(Sampler.class);
    // A source whose reading takes longer than its period must not keep a core busy: it pauses for at least a quarter
    // of the period.
    private static final int PAUSE_DIVISOR = 4;
    private static final int PERIODS_TO_SETTLE = 3;
    // The next reading that is surely younger than a moment, and the next movement after it.
    private static final int STEPS_TO_SETTLE = 2;
    private static final long SLACK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long LONG_SILENCE_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final int STEPS_TO_BE_STEADY = 3;
    private static final long ASSUMED_UPDATE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long SLOWEST_UPDATE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final TelemetrySource source;
    private final SourceRecorders recorders;
    private final Optional<SampleRing> ring;
    private final Demand demand;
    private final SamplerClock clock;
    private final Tick tick;
    private final SampleRows rows;
    private final Tick silence;
    private final List<DeviceSeries> energy;
    private final long resolutionNanos;
    private final SamplingPace pace;
    private final UpdatePeriods periods;
    private final RecentMedian tickTimes = new RecentMedian();
    private final LossRetry retry = new LossRetry();
    private final Thread thread;
    private final AtomicLong ticks = new AtomicLong();
    private final AtomicLong lateTicks = new AtomicLong();
    private final AtomicLong busyNanos = new AtomicLong();
    private boolean planned;
    private long dueNanos;
    private volatile boolean stopping;
    private volatile boolean ticked;
    private long lastTickNanos;
    private volatile boolean datesReadings;
    private volatile long readUntilNanos;
    // The lock for recording, held by the sampling thread, or by a thread that records that the sampling thread does
    // not return.
    private final Object recording = new Object();
    private boolean reading;
    private long readingSinceNanos;
    private volatile boolean silent;
    private volatile boolean failing;
    private boolean abandoned;

    Sampler(TelemetrySource source, SourceRecorders recorders, Optional<SampleRing> ring, Demand demand,
            SamplerClock clock) {
        this.source = source;
        this.recorders = recorders;
        this.ring = ring;
        this.demand = demand;
        this.clock = clock;
        List<Sensor> sensors = source.sensors();
        tick = new Tick(sensors.toArray(Sensor[]::new));
        rows = new SampleRows(tick, this::deliver, () -> ring.isEmpty() || ring.get().hasRoom());
        silence = new Tick(sensors.toArray(Sensor[]::new));
        energy = recorders.readings().energy();
        resolutionNanos = sensors.stream().mapToLong(sensor -> sensor.resolutionNanos().orElse(0)).max().orElse(0);
        pace = new SamplingPace(source.period(), source.shortestPeriod(), clock.nanoTime());
        periods = new UpdatePeriods(sensors);
        // An exporter's page is mostly waited for, and there may be thousands of exporters.
        thread = (source.readsServingMachine() ? Thread.ofVirtual() : Thread.ofPlatform().daemon())
                .name("ipw-sampler-" + source.id()).unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    TelemetrySource source() {
        return source;
    }

    /** Returns whether windows need this source for their joules. */
    boolean readsEnergy() {
        return !energy.isEmpty();
    }

    Readings readings() {
        return recorders.readings();
    }

    /** Lists the devices whose joules the source reads. */
    List<DeviceSeries> energy() {
        return energy;
    }

    /** Samples until stopped. Called by the sampler's own thread, or by a test that drives the clock. */
    void run() {
        try {
            while (!stopping) {
                if (tryTick()) {
                    pause();
                } else {
                    pauseAfterFailure();
                }
            }
        } finally {
            close();
        }
    }

    /**
     * Reads the source, or retries its lost sensors. Returns false if the source throws, which makes all its sensors
     * lost.
     */
    private boolean tryTick() {
        try {
            if (retry.isDue(clock.nanoTime())) {
                source.retryLost();
            }
            tick();
            failing = false;
            return true;
        } catch (RuntimeException | Error broken) {
            fail(broken);
            return false;
        }
    }

    private void fail(Throwable broken) {
        if (!failing) {
            LOGGER.warn("The telemetry source {} failed and is tried again", source.id(), broken);
        }
        failing = true;
        tick.allLost("reading it failed: " + FailureText.of(broken));
        long now = clock.nanoTime();
        deliver(now, now, tick);
    }

    /** The readings stay valid if the source cannot be closed. */
    private void close() {
        try {
            source.close();
        } catch (RuntimeException | Error failed) {
            LOGGER.warn("The telemetry source {} could not be closed", source.id(), failed);
        }
    }

    private void tick() {
        rows.begin();
        if (planned) {
            rows.plan(dueNanos);
        }
        long before = clock.nanoTime();
        long after = read(before);
        rows.end(before, after);
        tickTimes.add(after - before);
        if (periods.isKnown() && pace.adaptTo(periods.fastestNanos(), tickTimes.nanos())) {
            periods.restart();
        }
        lastTickNanos = before;
        long readUntil = source.readUntilNanos(before);
        datesReadings = readUntil != before;
        readUntilNanos = readUntil;
        ticked = true;
        ticks.incrementAndGet();
        busyNanos.addAndGet(clock.nanoTime() - before);
    }

    private long read(long beforeNanos) {
        beginReading(beforeNanos);
        try {
            source.sample(rows);
            return clock.nanoTime();
        } finally {
            // Also for a source that throws, which would otherwise count as hanging.
            endReading();
        }
    }

    private void beginReading(long nanos) {
        synchronized (recording) {
            reading = true;
            readingSinceNanos = nanos;
        }
    }

    private void endReading() {
        synchronized (recording) {
            reading = false;
            silent = false;
        }
    }

    private void deliver(long beforeNanos, long afterNanos, Tick row) {
        synchronized (recording) {
            if (!abandoned) {
                record(beforeNanos, afterNanos, row);
                retry.note(row.hasLoss(), afterNanos);
                periods.note(beforeNanos, row);
                lateTicks.addAndGet(row.isLate() ? 1 : 0);
            }
        }
    }

    private void record(long beforeNanos, long afterNanos, Tick row) {
        recorders.record(beforeNanos, afterNanos, row);
        if (ring.isPresent()) {
            ring.get().offer(beforeNanos, afterNanos, row);
        }
    }

    /** Waits until it is time to try again. The next reading is then unplanned: the time before it is a gap. */
    private void pauseAfterFailure() {
        planned = false;
        long now = clock.nanoTime();
        long untilNanos = Math.max(retry.dueNanos(), now + pace.fullNanos() / PAUSE_DIVISOR);
        while (!stopping && now - untilNanos < 0) {
            clock.park(untilNanos - now);
            now = clock.nanoTime();
        }
    }

    /** Waits for the next tick, or until a measurement begins after a rest. */
    private void pause() {
        long now = clock.nanoTime();
        boolean full = isAtFullRate(now);
        if (!full) {
            periods.rest();
        }
        planned = true;
        dueNanos = Math.max(lastTickNanos + pace.nextStepNanos(full), now + pace.fullNanos() / PAUSE_DIVISOR);
        while (!stopping && now - dueNanos < 0) {
            if (!full && isAtFullRate(now)) {
                dueNanos = now;
                return;
            }
            clock.park(dueNanos - now);
            now = clock.nanoTime();
        }
    }

    private boolean isAtFullRate(long now) {
        return demand.isOpen(now, steadyNanos());
    }

    /** Returns whether the source is now read less often than during a measurement. */
    boolean isResting() {
        return pace.canRest() && !isAtFullRate(clock.nanoTime());
    }

    /** Makes the sampler check whether a measurement has begun. */
    void wake() {
        LockSupport.unpark(thread);
    }

    /**
     * Returns the time for which to read the source at the full rate before the first request of a run, and after the
     * last.
     */
    long steadyNanos() {
        return STEPS_TO_BE_STEADY * Math.min(SLOWEST_UPDATE_NANOS, periods.slowestNanos(ASSUMED_UPDATE_NANOS));
    }

    /** Returns the number of readings. */
    long ticks() {
        return ticks.get();
    }

    /** Returns the time between two readings during a measurement. */
    long periodNanos() {
        return pace.fullNanos();
    }

    /** Returns the time for which it is worth waiting until the joules up to a moment are known. */
    long settleNanos() {
        return PERIODS_TO_SETTLE * pace.fullNanos() + SLACK_NANOS + STEPS_TO_SETTLE * stepNanos();
    }

    /** Returns the time that the slowest counter takes to move, according to its sensors and to observation. */
    long stepNanos() {
        return Math.max(resolutionNanos, periods.slowestNanos(0));
    }

    /** Returns warnings that do not concern a whole sensor. */
    List<String> problems() {
        List<String> problems = new ArrayList<>(source.problems());
        if (rows.leftOut() > 0) {
            problems.add("The source " + source.id() + " gave " + rows.leftOut()
                    + " rows of readings after later ones; they are left out, and what they alone told is missing");
        }
        tick.refused(source.id()).ifPresent(problems::add);
        return problems;
    }

    /** Returns whether everything is read up to a moment. */
    boolean hasTickedSince(long nanos) {
        return ticked && readUntilNanos - nanos >= 0;
    }

    boolean hasTicked() {
        return ticked;
    }

    /** Returns whether all joules up to a moment are known, as far as they ever will be. */
    boolean isSettledAt(long nanos) {
        // A source that passes on readings of others knows the time up to which it has them.
        return hasTickedSince(nanos)
                && (datesReadings || energy.stream().allMatch(series -> isSettledAt(nanos, series)));
    }

    private static boolean isSettledAt(long nanos, DeviceSeries series) {
        return series.sampleCount() == 0 || series.lossReason().isPresent() || series.isSettledAt(nanos);
    }

    /** Returns whether each of its energy sensors is known to measure or not to measure. */
    boolean isProven() {
        return energy.stream().noneMatch(series -> series.state() == SensorState.UNPROVEN);
    }

    /** Returns whether the source is worth waiting for. */
    boolean isAnswering() {
        return thread.isAlive() && !stopping && !silent && !failing;
    }

    /** Lists the last reading of each sensor. */
    List<SensorReading> latest() {
        return recorders.latest();
    }

    SamplerReport report() {
        return new SamplerReport(source.id(), source.sensors(), ticks.get(), lateTicks.get(), pace.fullNanos(),
                busyNanos.get(),
                periods.byDevice());
    }

    /**
     * Reports all sensors as lost if a reading of the source has not returned for two periods and a little more. They
     * recover when it returns.
     */
    void noteSilence() {
        noteSilence(2 * pace.fullNanos() + SLACK_NANOS);
    }

    /**
     * Reports the same loss after three periods, but at least two seconds: readers of the latest values do not wait for
     * them, and need not know that a driver stalls for a moment.
     */
    void noteLongSilence() {
        noteSilence(Math.max(3 * pace.fullNanos(), LONG_SILENCE_NANOS));
    }

    private void noteSilence(long patienceNanos) {
        synchronized (recording) {
            long silentNanos = clock.nanoTime() - readingSinceNanos;
            if (reading && silentNanos > patienceNanos + clock.slackNanos()) {
                beSilent(silentNanos);
            }
        }
    }

    private void abandon() {
        LOGGER.warn("The telemetry source {} does not return from a reading and is left behind", source.id());
        synchronized (recording) {
            if (reading) {
                beSilent(clock.nanoTime() - readingSinceNanos);
            }
            abandoned = true;
        }
    }

    private void beSilent(long silentNanos) {
        if (!silent && !abandoned) {
            silent = true;
            silence.allLost("it has not answered since "
                    + Instant.now().minusNanos(silentNanos).truncatedTo(ChronoUnit.SECONDS)
                    + "; if that lasts, its driver may have to be restarted");
            record(readingSinceNanos, readingSinceNanos, silence);
        }
    }

    /** Asks the thread to end. Does not wait. A thread that never started is started only to close the source. */
    void stop() {
        stopping = true;
        LockSupport.unpark(thread);
        if (thread.getState() == Thread.State.NEW) {
            try {
                thread.start();
            } catch (OutOfMemoryError noThread) {
                LOGGER.warn("No thread is free to close the telemetry source {}", source.id(), noThread);
            }
        }
    }

    /**
     * Waits for the thread to end, first patiently, then with an interrupt; a source that still blocks is abandoned.
     */
    void awaitEnd(long patientUntilNanos, long untilNanos) {
        if (!ThreadEnd.comesBy(thread, patientUntilNanos)) {
            thread.interrupt();
            if (!ThreadEnd.comesBy(thread, untilNanos)) {
                abandon();
            }
        }
    }
}
