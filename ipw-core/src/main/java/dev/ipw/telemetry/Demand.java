package dev.ipw.telemetry;

import java.util.concurrent.atomic.AtomicReference;

/** Know whether anything is measured now: how many watches are open, and when the last one was closed. */
final class Demand {
    private final SamplerClock clock;
    private final Runnable wakeSamplers;
    private final AtomicReference<State> state = new AtomicReference<>(new State(0, false, 0));

    /**
     * Begin without a watch.
     *
     * @param clock        tells when a watch is closed
     * @param wakeSamplers called when there is a watch after there was none
     */
    Demand(SamplerClock clock, Runnable wakeSamplers) {
        this.clock = clock;
        this.wakeSamplers = wakeSamplers;
    }

    /** Count one more, and give what takes it back. */
    Runnable open() {
        State before = state.getAndUpdate(now -> new State(now.watches + 1, now.lingers, now.closedNanos));
        if (before.watches == 0) {
            wakeSamplers.run();
        }
        return this::close;
    }

    /** Count one less. */
    void close() {
        long nanos = clock.nanoTime();
        state.updateAndGet(now -> new State(now.watches - 1, true, nanos));
    }

    /** Return for how much longer than usual those are waited for that read the sources. */
    long slackNanos() {
        return clock.slackNanos();
    }

    /** Return whether a watch is open, or the last was closed no longer ago than that. */
    boolean isOpen(long nowNanos, long lingerNanos) {
        State now = state.get();
        return now.watches > 0 || (now.lingers && nowNanos - now.closedNanos < lingerNanos);
    }

    private record State(int watches, boolean lingers, long closedNanos) {}
}
