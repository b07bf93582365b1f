package dev.ipw.engine.quality;

import dev.ipw.inference.ResponseTimeline;
import dev.ipw.quality.RunValidity;
import dev.ipw.quality.RunValidity.Calibration;
import dev.ipw.quality.RunValidity.Delays;
import dev.ipw.quality.RunValidity.Pauses;
import dev.ipw.telemetry.RunClock;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/**
 * Watch what may spoil the times of a measurement window: requests that start late, pauses of this process, its use of the
 * processors, and jumps of the clock. It costs one thread that wakes every four milliseconds, and the same memory however
 * long the window is.
 */
public final class MeasurementWindowMonitor implements AutoCloseable {
    /** A thread that a pause held up has noted what came within it by then. */
    private static final long SLACK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final double NANOS = 1e9;

    private final RunClock clock;
    private final Clocks clocks;
    private final boolean inProcess;
    private final PauseLog pauses = new PauseLog();
    private final Heartbeat heartbeat;
    private final GarbageCollections collections = new GarbageCollections();
    private final OwnProcessorTime processor = new OwnProcessorTime();
    private final long startNanos;
    private final long collectionsBefore = collections.count();
    private final double collectionSecondsBefore = collections.seconds();
    private final DurationHistogram lags = new DurationHistogram();
    private final DurationHistogram firstTokens = new DurationHistogram();
    private final DurationHistogram latencies = new DurationHistogram();
    private final DurationHistogram betweenChunks = new DurationHistogram();
    private final DurationHistogram firstTokenDelays = new DurationHistogram();
    private final DurationHistogram latencyDelays = new DurationHistogram();
    private final DurationHistogram betweenChunksDelays = new DurationHistogram();
    private final Queue<ResponseTimeline> waiting = new ArrayDeque<>();
    private long requestsHit;
    private long longestHitNanos;

    MeasurementWindowMonitor(RunClock clock, boolean inProcess, Clocks clocks) {
        this.clock = clock;
        this.inProcess = inProcess;
        this.clocks = clocks;
        startNanos = clocks.nanoTime();
        heartbeat = new Heartbeat(clocks, pauses);
    }

    /**
     * Begins to watch.
     *
     * @param clock     the run's clock, on which the answers' moments lie
     * @param inProcess true if the model runs in this process, whose pauses and processor time may then be the model's
     * @return the watch; it watches until it is closed or judges
     */
    public static MeasurementWindowMonitor start(RunClock clock, boolean inProcess) {
        MeasurementWindowMonitor watch = new MeasurementWindowMonitor(clock, inProcess, Clocks.system());
        watch.heartbeat.start();
        return watch;
    }

    /**
     * Notes when a request was taken up, whatever came of it. One thread at a time may call it.
     *
     * @param timeline its moments
     */
    public void takenUp(ResponseTimeline timeline) {
        lags.add(timeline.dispatch().takenUpNanos() - timeline.intendedStartNanos());
    }

    /**
     * Notes an answer. One thread at a time may call it.
     *
     * @param timeline its moments, on the run's clock
     */
    public void answered(ResponseTimeline timeline) {
        waiting.add(timeline);
        // A pause that held up its last moment is known once the next beat has come.
        long known = clock.sinceAnchor(heartbeat.lastNanos()) - SLACK_NANOS;
        while (!waiting.isEmpty() && waiting.element().endNanos() < known) {
            weigh(waiting.remove());
        }
    }

    private void weigh(ResponseTimeline timeline) {
        long intended = clock.nanoTime(timeline.intendedStartNanos());
        long sent = clock.nanoTime(timeline.serviceStartNanos());
        long end = clock.nanoTime(timeline.endNanos());
        long[] chunks = timeline.chunkNanos();
        long delay = inProcess
                ? pauses.overlapNanos(intended, end)
                : pauses.overlapNanos(intended, sent) + delay(end, beforeTheBacklog(chunks, end, sent));
        latencies.add(end - intended);
        latencyDelays.add(delay);
        long longest = Math.max(delay, chunks.length == 0 ? 0 : weigh(chunks, sent));
        longestHitNanos = Math.max(longestHitNanos, longest);
        requestsHit += longest > 0 ? 1 : 0;
    }

    /** Weighs the moments of chunks, and gives the longest delay of one of them. */
    private long weigh(long[] chunks, long sent) {
        long first = clock.nanoTime(chunks[0]);
        long last = clock.nanoTime(chunks[chunks.length - 1]);
        long firstDelay = delay(first, sent);
        firstTokens.add(first - sent);
        firstTokenDelays.add(firstDelay);
        if (chunks.length > 1) {
            long gaps = chunks.length - 1L;
            long lastDelay = inProcess
                    ? pauses.overlapNanos(first, last)
                    : Math.max(firstDelay, delay(last, beforeTheBacklog(chunks, last, sent)));
            betweenChunks.add((last - first) / gaps);
            betweenChunksDelays.add(lastDelay / gaps);
        }
        return pauses.overlapNanos(first, last) == 0 ? firstDelay : Math.max(firstDelay, longestDelay(chunks));
    }

    /**
     * Returns the last moment that was noted before those that may have been read along with one: after a pause
     * everything that came within it is read at once, and says nothing of when the last of it came.
     */
    private long beforeTheBacklog(long[] chunks, long moment, long sent) {
        for (int chunk = chunks.length - 1; chunk >= 0; chunk--) {
            long noted = clock.nanoTime(chunks[chunk]);
            if (moment - noted > SLACK_NANOS) {
                return noted;
            }
        }
        return sent;
    }

    private long longestDelay(long[] chunks) {
        long longest = 0;
        for (int chunk = 1; chunk < chunks.length; chunk++) {
            longest = Math.max(longest, delay(clock.nanoTime(chunks[chunk]), clock.nanoTime(chunks[chunk - 1])));
        }
        return longest;
    }

    private long delay(long moment, long previous) {
        return inProcess
                ? pauses.overlapNanos(previous, moment)
                : pauses.delayNanos(moment, previous, SLACK_NANOS);
    }

    /**
     * Stops watching and judge.
     *
     * @param calibration how late the clients stamp on this machine, if that was tried
     * @return the validity; empty if nothing was answered, so that there are no times
     */
    public Optional<RunValidity> judge(Optional<Calibration> calibration) {
        long elapsedNanos = clocks.nanoTime() - startNanos;
        OptionalDouble ownPercent = processor.percent(elapsedNanos);
        close();
        waiting.forEach(this::weigh);
        waiting.clear();
        if (latencies.count() == 0) {
            return Optional.empty();
        }
        return Optional.of(ValidityRules.judge(new Observation(inProcess, elapsedNanos / NANOS, firstTokens.delays(),
                latencies.delays(), betweenChunks.delays(), lags.delays(), lags::countAbove, seenPauses(), ownPercent,
                heartbeat.clocks().largestJumpSeconds(), calibration)));
    }

    private Pauses seenPauses() {
        Delays durations = pauses.durations();
        Delays lateness = heartbeat.lateness();
        return new Pauses(lateness.count(), lateness.medianSeconds(), durations.count(), pauses.totalNanos() / NANOS,
                durations.maxSeconds(),
                longestHitNanos == 0 ? OptionalDouble.empty() : OptionalDouble.of(longestHitNanos / NANOS),
                collections.count() - collectionsBefore, collections.seconds() - collectionSecondsBefore, requestsHit,
                firstTokenDelays.delays(), latencyDelays.delays(), betweenChunksDelays.delays());
    }

    /** Stops watching. */
    @Override
    public void close() {
        heartbeat.close();
    }

    Heartbeat heartbeat() {
        return heartbeat;
    }
}
