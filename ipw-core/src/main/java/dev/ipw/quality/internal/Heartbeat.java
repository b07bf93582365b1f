package dev.ipw.quality.internal;

import dev.ipw.internal.thread.ThreadEnd;
import dev.ipw.quality.RunValidity.Delays;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that wakes every few milliseconds and records its lateness, as jHiccup does. Anything that keeps this thread
 * from waking on time, such as a stop of the JVM, swapping or an overloaded machine, keeps others from it too. The
 * shortest interval seen is the resolution of the machine's timer, so only the time beyond it is late. A beat allocates
 * nothing.
 */
final class Heartbeat implements AutoCloseable {
    /** Each wake costs energy, which is measured too; pauses shorter than this are seen only sometimes. */
    static final long BEAT_NANOS = TimeUnit.MILLISECONDS.toNanos(4);
    /** The time that a thread sometimes waits for a processor on any machine; such a wait is no pause. */
    static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long STOP_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final Logger LOGGER = LoggerFactory.getLogger(Heartbeat.class);

    private final Clocks clocks;
    private final PauseLog pauses;
    private final ClockComparison comparison = new ClockComparison();
    private final DurationHistogram lateness = new DurationHistogram();
    private final Thread thread;
    private long shortestNanos = Long.MAX_VALUE;
    private volatile long lastNanos;
    private volatile boolean stopping;

    Heartbeat(Clocks clocks, PauseLog pauses) {
        this.clocks = clocks;
        this.pauses = pauses;
        lastNanos = clocks.nanoTime();
        thread = Thread.ofPlatform().daemon().name("ipw-heartbeat").inheritInheritableThreadLocals(false)
                .unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    private void run() {
        while (!stopping) {
            LockSupport.parkNanos(BEAT_NANOS);
            beat();
        }
    }

    /** Records a wake. */
    void beat() {
        long now = clocks.nanoTime();
        long interval = now - lastNanos;
        if (interval < BEAT_NANOS) {
            // Woken early: the next wake ends this beat.
            return;
        }
        shortestNanos = Math.min(shortestNanos, interval);
        long late = interval - shortestNanos;
        lateness.add(late);
        if (late > PAUSE_NANOS) {
            pauses.add(now - late, now);
        }
        comparison.look(now, clocks.wallMillis(), clocks.nanoTime());
        lastNanos = now;
    }

    /** Returns the time of the last beat: pauses before it are known. */
    long lastNanos() {
        return lastNanos;
    }

    Delays lateness() {
        return lateness.delays();
    }

    ClockComparison clocks() {
        return comparison;
    }

    /** Stops, and waits a short time for the thread to end. */
    @Override
    public void close() {
        stopping = true;
        LockSupport.unpark(thread);
        if (!ThreadEnd.comesBy(thread, System.nanoTime() + STOP_NANOS)) {
            LOGGER.debug("The thread that watches for pauses does not end; it is left behind");
        }
    }

    /**
     * A comparison of the wall clock with the clock of all times. While the machine sleeps, the latter stops on Linux and
     * the wall clock jumps ahead; when the wall clock is set, it jumps alone. For one thread.
     */
    static final class ClockComparison {
        /**
         * More than the slewing of a time server in a second (half a millisecond), and than the step of a coarse clock (16
         * ms).
         */
        private static final long JUMP_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
        private static final long BASE_NANOS = TimeUnit.SECONDS.toNanos(1);
        /** Readings of both clocks within this time count as simultaneous. */
        private static final long TOGETHER_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
        private static final double NANOS = 1e9;

        private boolean begun;
        private long baseOffset;
        private long baseNanos;
        private volatile long largestJump;

        /** Compares both clocks: the wall clock was read between the two moments. */
        void look(long beforeNanos, long wallMillis, long afterNanos) {
            if (afterNanos - beforeNanos > TOGETHER_NANOS) {
                return;
            }
            long offset = TimeUnit.MILLISECONDS.toNanos(wallMillis) - afterNanos;
            long jump = offset - baseOffset;
            boolean jumped = begun && Math.abs(jump) > JUMP_NANOS;
            if (jumped && Math.abs(jump) > Math.abs(largestJump)) {
                largestJump = jump;
            }
            if (!begun || jumped || afterNanos - baseNanos > BASE_NANOS) {
                begun = true;
                baseOffset = offset;
                baseNanos = afterNanos;
            }
        }

        /** Returns the largest jump, ahead or back; empty if there was none. */
        OptionalDouble largestJumpSeconds() {
            return largestJump == 0 ? OptionalDouble.empty() : OptionalDouble.of(largestJump / NANOS);
        }
    }
}
