package dev.ipw.internal.thread;

import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * A request to one thread to stop reading and calculating. All loops over lines, rows and resamples check the one of
 * their thread, by {@link #check()}. It is separate from the thread's interrupt, under which the results of a run that
 * was ended early are still read and written. A thread without a cancellation is never stopped by one.
 */
public final class Cancellation implements AutoCloseable {
    private static final ThreadLocal<@Nullable Cancellation> BOUND = new ThreadLocal<>();

    private volatile boolean requested;
    private boolean suspended;

    private Cancellation() {}

    /**
     * Creates one for the calling thread, until it is closed by that thread.
     *
     * @return the cancellation, not requested yet
     */
    public static Cancellation ofThisThread() {
        Cancellation bound = new Cancellation();
        BOUND.set(bound);
        return bound;
    }

    /**
     * Throws if the calling thread is to stop.
     *
     * @throws CancellationException if it was requested
     */
    public static void check() {
        Cancellation bound = BOUND.get();
        if (bound != null && bound.requested) {
            throw new CancellationException();
        }
    }

    /**
     * Ignores later requests to the calling thread, because it begins work that needs a cleanup at its end.
     *
     * @throws CancellationException if it was requested before
     */
    public static void suspend() {
        Cancellation bound = BOUND.get();
        if (bound != null) {
            bound.ignoreRequests();
        }
    }

    private synchronized void ignoreRequests() {
        check();
        suspended = true;
    }

    /**
     * Requests the end, from any thread.
     *
     * @return false if the thread has a cleanup to do first, and is not stopped
     */
    public synchronized boolean request() {
        requested = !suspended;
        return requested;
    }

    /** Releases the thread, which has ended its work. */
    @Override
    public void close() {
        BOUND.remove();
    }
}
