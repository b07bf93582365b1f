package dev.ipw.telemetry;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
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
    private final Thread thread;
    private long ditherState;
    private volatile boolean stopping;
    private volatile boolean ticked;
    private volatile long lastTickNanos;
    private volatile @Nullable String failure;

    Sampler(TelemetrySource source, SourceRecorders recorders, Optional<SampleRing> ring) {
        this.source = source;
        this.recorders = recorders;
        this.ring = ring;
        tick = new Tick(source.sensors().toArray(Sensor[]::new));
        periodNanos = source.period().toNanos();
        ditherState = System.nanoTime() | 1;
        thread = Thread.ofPlatform().daemon().name("ipw-sampler-" + source.id()).unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    TelemetrySource source() {
        return source;
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
            failure = broken.toString();
            recorders.lost(broken.toString());
            LOGGER.warn("The telemetry source {} failed and is read no more", source.id(), broken);
        }
    }

    private void tick() {
        tick.clear();
        long before = System.nanoTime();
        source.sample(tick);
        long after = System.nanoTime();
        recorders.record(before, after, tick);
        if (ring.isPresent()) {
            ring.get().offer(before, after, tick);
        }
        lastTickNanos = before;
        ticked = true;
    }

    /** Vary the period by a tenth either way, so that a load with a rhythm of its own does not always meet the same phase. */
    private long nextPeriodNanos() {
        ditherState ^= ditherState << 13;
        ditherState ^= ditherState >>> 7;
        ditherState ^= ditherState << 17;
        return periodNanos - periodNanos / 10 + Math.floorMod(ditherState, periodNanos / 5 + 1);
    }

    /** Say what can no longer be read, and why. */
    List<SensorStatus> losses() {
        if (failure != null) {
            return List.of(lost(source.id(), failure));
        }
        return recorders.readings().energy().stream().filter(series -> series.lossReason().isPresent())
                .map(series -> lost(series.device().source(), series.lossReason().orElse(""))).toList();
    }

    private SensorStatus lost(String name, String reason) {
        return SensorStatus.unavailable(source.id(), name, "lost while sampling: " + reason,
                "look into the log; windows since then have no joules of it");
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
    }

    /** Wait for the thread to end, first patiently, then with an interrupt; a source that blocks on is left alone. */
    void awaitEnd(long patientUntilNanos, long untilNanos) throws InterruptedException {
        if (!endsBy(patientUntilNanos)) {
            thread.interrupt();
            if (!endsBy(untilNanos)) {
                LOGGER.warn("The telemetry source {} does not return from a reading and is left behind", source.id());
            }
        }
    }

    private boolean endsBy(long nanos) throws InterruptedException {
        long left = Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos - System.nanoTime()));
        thread.join(left);
        return !thread.isAlive();
    }
}
