package dev.ipw.telemetry;

import java.time.Duration;

/** Wait for a thread to end, whatever interrupts the one that waits. */
final class ThreadEnd {
    private ThreadEnd() {}

    /**
     * Wait for a thread, but not beyond a moment. An interrupt does not shorten the wait; it is there again afterwards.
     *
     * @return true if the thread has ended, or never began
     */
    static boolean comesBy(Thread thread, long untilNanos) {
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
