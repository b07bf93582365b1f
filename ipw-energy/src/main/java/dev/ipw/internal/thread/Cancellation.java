package dev.ipw.internal.thread;

import java.time.Duration;
import java.util.Optional;
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
    private volatile Optional<Duration> longestCleanup = Optional.empty();

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
     * Ignores later requests to the calling thread, because it begins work whose cleanup may take long.
     *
     * @param longest the maximum time of the cleanup
     * @throws CancellationException if it was requested before
     */
    public static void suspend(Duration longest) {
        suspend();
        Cancellation bound = BOUND.get();
        if (bound != null) {
            bound.longestCleanup = Optional.of(longest);
        }
    }

    /**
     * Returns the maximum time of the cleanup.
     *
     * @return the time; empty for the usual one
     */
    public Optional<Duration> longestCleanup() {
        return longestCleanup;
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
