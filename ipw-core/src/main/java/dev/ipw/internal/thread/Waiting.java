package dev.ipw.internal.thread;

import java.util.concurrent.TimeUnit;

/** Wait although the waiting thread is interrupted: what is being put away must not be cut off. */
public final class Waiting {
    private Waiting() {}

    /**
     * Wait for a thread to end. An interrupt does not cut the wait short; it is reported, not restored.
     *
     * @param thread        whom to wait for; one that was never started counts as ended
     * @param deadlineNanos when to give up, as {@link System#nanoTime()}
     * @return true if the waiting thread was interrupted meanwhile
     */
    public static boolean forEnd(Thread thread, long deadlineNanos) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            long left = deadlineNanos - System.nanoTime();
            if (left <= 0) {
                break;
            }
            try {
                thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(left)));
            } catch (InterruptedException meanwhile) {
                interrupted = true;
            }
        }
        return interrupted;
    }
}
