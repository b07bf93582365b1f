package dev.ipw.telemetry;

import dev.ipw.internal.thread.ThreadEnd;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Read one source again and again on a thread of its own, which also closes the source, so that it is never closed while
 * it is read. Once warm a tick allocates nothing but the next chunk of its series.
 */
final class Sampler {
    private static final Logger LOGGER = LoggerFactory.getLogger(Sampler.class);
    // A source that takes longer than its period must not keep a core busy: it pauses for a quarter of it at least.
    private static final int LEAST_PAUSE = 4;
    private static final int PERIODS_TO_SETTLE = 3;
    private static final long SETTLE_SLACK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long LONGEST_SETTLE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final TelemetrySource source;
    private final SourceRecorders recorders;
    private final Optional<SampleRing> ring;
    private final Tick tick;
    private final long periodNanos;
    private final boolean readsEnergy;
    private final Thread thread;
    private long ditherState;
    private volatile boolean stopping;
    private volatile boolean ticked;
    private volatile long lastTickNanos;
    private final AtomicLong ticks = new AtomicLong();
    private final AtomicLong busyNanos = new AtomicLong();

    Sampler(TelemetrySource source, SourceRecorders recorders, Optional<SampleRing> ring) {
        this.source = source;
        this.recorders = recorders;
        this.ring = ring;
        tick = new Tick(source.sensors().toArray(Sensor[]::new));
        periodNanos = source.period().toNanos();
        readsEnergy = !recorders.readings().energy().isEmpty();
        ditherState = System.nanoTime() | 1;
        thread = Thread.ofPlatform().daemon().name("ipw-sampler-" + source.id()).unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    TelemetrySource source() {
        return source;
    }

    /** Say whether windows need it for their joules. */
    boolean readsEnergy() {
        return readsEnergy;
    }

    private void run() {
        try (source) {
            while (!stopping) {
                long before = System.nanoTime();
                tick();
                long spent = System.nanoTime() - before;
                LockSupport.parkNanos(Math.max(periodNanos / LEAST_PAUSE, nextPeriodNanos() - spent));
            }
        } catch (RuntimeException | Error broken) {
            tick.allLost("reading it failed: " + broken);
            long now = System.nanoTime();
            deliver(now, now);
            LOGGER.warn("The telemetry source {} failed and is read no more", source.id(), broken);
        }
    }

    private void tick() {
        tick.clear();
        long before = System.nanoTime();
        source.sample(tick);
        long after = System.nanoTime();
        deliver(before, after);
        lastTickNanos = before;
        ticked = true;
        ticks.incrementAndGet();
        busyNanos.addAndGet(System.nanoTime() - before);
    }

    /** List the last reading of each sensor. */
    List<SensorReading> latest() {
        return recorders.latest();
    }

    SamplerReport report() {
        return new SamplerReport(source.id(), source.sensors(), ticks.get(), 0, periodNanos, busyNanos.get(),
                Map.of());
    }

    private void deliver(long beforeNanos, long afterNanos) {
        recorders.record(beforeNanos, afterNanos, tick);
        if (ring.isPresent()) {
            ring.get().offer(beforeNanos, afterNanos, tick);
        }
    }

    /** Vary the period by a tenth either way, so that a load with a rhythm of its own does not always meet the same phase. */
    private long nextPeriodNanos() {
        ditherState ^= ditherState << 13;
        ditherState ^= ditherState >>> 7;
        ditherState ^= ditherState << 17;
        return periodNanos - periodNanos / 10 + Math.floorMod(ditherState, periodNanos / 5 + 1);
    }

    /** Say whether a tick began at or after a moment and is done. */
    boolean hasTickedSince(long nanos) {
        return ticked && lastTickNanos - nanos >= 0;
    }

    boolean hasTicked() {
        return ticked;
    }

    boolean isRunning() {
        return thread.isAlive() && !stopping;
    }

    /** Tell how long it is worth waiting for a tick after a moment. */
    long settleNanos() {
        return Math.min(LONGEST_SETTLE_NANOS, PERIODS_TO_SETTLE * periodNanos + SETTLE_SLACK_NANOS);
    }

    /** Ask the thread to end. Does not wait. */
    void stop() {
        stopping = true;
        LockSupport.unpark(thread);
        if (thread.getState() == Thread.State.NEW) {
            source.close();
        }
    }

    /** Wait for the thread to end, first patiently, then with an interrupt; a source that blocks on is left alone. */
    void awaitEnd(long patientUntilNanos, long untilNanos) {
        if (!ThreadEnd.comesBy(thread, patientUntilNanos)) {
            thread.interrupt();
            if (!ThreadEnd.comesBy(thread, untilNanos)) {
                LOGGER.warn("The telemetry source {} does not return from a reading and is left behind", source.id());
            }
        }
    }
}
