package dev.ipw.quality.internal;

import com.sun.management.OperatingSystemMXBean;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.quality.RunValidity;
import dev.ipw.quality.RunValidity.AnswerDelays;
import dev.ipw.quality.RunValidity.Calibration;
import dev.ipw.quality.RunValidity.Delays;
import dev.ipw.quality.RunValidity.Pauses;
import dev.ipw.telemetry.RunClock;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/**
 * A monitor of disturbances of the times of a measurement window: requests that start late, pauses of this process, its
 * use of the processors, and jumps of the clock. It costs one thread that wakes every four milliseconds, and constant
 * memory.
 */
public final class MeasurementWindowMonitor implements AutoCloseable {
    /** After this time a thread that a pause stalled has recorded the data that arrived during the pause. */
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
     * Starts to monitor.
     *
     * @param clock     the run's clock, which gives the moments of the answers
     * @param inProcess true if the model runs in this process, whose pauses and processor time may then be the model's
     * @return the monitor; it runs until it is closed or judges
     */
    public static MeasurementWindowMonitor start(RunClock clock, boolean inProcess) {
        MeasurementWindowMonitor watch = new MeasurementWindowMonitor(clock, inProcess, Clocks.system());
        watch.heartbeat.start();
        return watch;
    }

    /**
     * Records the start of a request, whatever its outcome. One thread at a time may call it.
     *
     * @param timeline its moments
     */
    public void takenUp(ResponseTimeline timeline) {
        lags.add(timeline.dispatch().takenUpNanos() - timeline.intendedStartNanos());
    }

    /**
     * Records an answer. One thread at a time may call it.
     *
     * @param timeline its moments, on the run's clock
     */
    public void answered(ResponseTimeline timeline) {
        waiting.add(timeline);
        // A pause that delayed its last moment is known after the next beat.
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

    /** Weighs the moments of chunks, and returns the longest delay of one of them. */
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
     * Returns the last moment recorded before those that may have been read together with a given one: after a pause
     * everything that arrived during it is read at once, and does not show when the last of it arrived.
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
     * Stops monitoring and judges.
     *
     * @param calibration the lag of the clients' timestamps on this machine, if it was measured
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
                new AnswerDelays(firstTokenDelays.delays(), latencyDelays.delays(), betweenChunksDelays.delays()));
    }

    /** Stops monitoring. */
    @Override
    public void close() {
        heartbeat.close();
    }

    Heartbeat heartbeat() {
        return heartbeat;
    }

    /**
     * The number of garbage collections that stop this process. Concurrent collectors have two beans each: those of ZGC and
     * Shenandoah whose names end in "Cycles" count concurrent work, which stops no thread. Every bean of Serial, Parallel
     * and G1 counts pauses. So does "G1 Concurrent GC", which counts the remark and the clean-up.
     */
    static final class GarbageCollections {
        private static final double MILLIS = 1e3;

        private final GarbageCollectorMXBean[] stopping;

        GarbageCollections() {
            this(ManagementFactory.getGarbageCollectorMXBeans());
        }

        GarbageCollections(List<GarbageCollectorMXBean> beans) {
            stopping = beans.stream().filter(bean -> stopsTheProgram(bean.getName()))
                    .toArray(GarbageCollectorMXBean[]::new);
        }

        static boolean stopsTheProgram(String collector) {
            return !collector.endsWith(" Cycles");
        }

        /** Returns the number since the process began. A bean that does not count returns -1. */
        long count() {
            long count = 0;
            for (GarbageCollectorMXBean bean : stopping) {
                count += Math.max(0, bean.getCollectionCount());
            }
            return count;
        }

        /** Returns their duration since the process began. */
        double seconds() {
            long millis = 0;
            for (GarbageCollectorMXBean bean : stopping) {
                millis += Math.max(0, bean.getCollectionTime());
            }
            return millis / MILLIS;
        }
    }

    /** The share of the machine's processors that this process uses. */
    private static final class OwnProcessorTime {
        private final OptionalDouble startNanos = usedNanos();

        /** Returns the share since this was created, 0 to 100; empty if the JVM does not report it. */
        OptionalDouble percent(long elapsedNanos) {
            OptionalDouble used = usedNanos();
            if (used.isEmpty() || startNanos.isEmpty() || elapsedNanos <= 0) {
                return OptionalDouble.empty();
            }
            double available = (double) elapsedNanos * Runtime.getRuntime().availableProcessors();
            return OptionalDouble.of(Math.min(100, 100 * (used.getAsDouble() - startNanos.getAsDouble()) / available));
        }

        private static OptionalDouble usedNanos() {
            long nanos = ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                    ? system.getProcessCpuTime()
                    : -1;
            return nanos < 0 ? OptionalDouble.empty() : OptionalDouble.of((double) nanos);
        }
    }
}
