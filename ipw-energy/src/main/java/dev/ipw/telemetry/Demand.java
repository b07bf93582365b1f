package dev.ipw.telemetry;

import java.util.concurrent.atomic.AtomicReference;

/** The demand for readings: the number of open watches, and the time at which the last one was closed. */
final class Demand {
    private final SamplerClock clock;
    private final Runnable wakeSamplers;
    private final AtomicReference<State> state = new AtomicReference<>(new State(0, false, 0));

    /**
     * Creates a demand without a watch.
     *
     * @param clock        the clock for the time at which a watch is closed
     * @param wakeSamplers called when the first watch opens
     */
    Demand(SamplerClock clock, Runnable wakeSamplers) {
        this.clock = clock;
        this.wakeSamplers = wakeSamplers;
    }

    /** Adds a watch, and returns the action that removes it. */
    Runnable open() {
        State before = state.getAndUpdate(now -> new State(now.watches + 1, now.lingers, now.closedNanos));
        if (before.watches == 0) {
            wakeSamplers.run();
        }
        return this::close;
    }

    /** Removes a watch. */
    void close() {
        long nanos = clock.nanoTime();
        state.updateAndGet(now -> new State(now.watches - 1, true, nanos));
    }

    /** Returns the additional time, in nanoseconds, to wait for the threads that read the sources. */
    long slackNanos() {
        return clock.slackNanos();
    }

    /** Returns whether a watch is open, or the last one was closed within the given time. */
    boolean isOpen(long nowNanos, long lingerNanos) {
        State now = state.get();
        return now.watches > 0 || (now.lingers && nowNanos - now.closedNanos < lingerNanos);
    }

    private record State(int watches, boolean lingers, long closedNanos) {}
}
