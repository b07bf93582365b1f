package dev.ipw.internal.thread;

import java.time.Duration;

/** The wait for a thread to end, regardless of interrupts of the waiting thread. */
public final class ThreadEnd {
    private ThreadEnd() {}

    /**
     * Waits for a thread until a given moment at most. An interrupt does not shorten the wait; it is restored
     * afterwards.
     *
     * @param thread     the thread
     * @param untilNanos when to give up, as {@link System#nanoTime()}
     * @return true if the thread has ended, or never began
     */
    public static boolean comesBy(Thread thread, long untilNanos) {
        boolean interrupted = false;
        try {
            long left = untilNanos - System.nanoTime();
            while (thread.isAlive() && left > 0) {
                try {
                    thread.join(Duration.ofNanos(left));
                } catch (InterruptedException later) {
                    interrupted = true;
                }
                left = untilNanos - System.nanoTime();
            }
            return !thread.isAlive();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
