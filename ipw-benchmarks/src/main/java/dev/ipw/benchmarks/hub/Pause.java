package dev.ipw.benchmarks.hub;

import java.util.concurrent.TimeUnit;

/** The waits of a download, and the clock of its deadlines. */
@FunctionalInterface
interface Pause {
    /** Waits by sleeping. */
    Pause SLEEP = TimeUnit.NANOSECONDS::sleep;

    /** Waits for a time. */
    void forNanos(long nanos) throws InterruptedException;

    /** Returns the time, as {@link System#nanoTime()} does. */
    default long nanoTime() {
        return System.nanoTime();
    }
}
