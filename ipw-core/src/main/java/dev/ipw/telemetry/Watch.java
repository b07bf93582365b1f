package dev.ipw.telemetry;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Keep a session sampling at its full rate. Without an open watch a session reads its sensors once a second only, so that
 * it costs next to nothing while nothing is measured.
 *
 * <pre>{@code
 * try (Watch watch = telemetry.watch()) {
 *     serve(requests);
 * }
 * }</pre>
 */
public final class Watch implements AutoCloseable {
    private final AtomicBoolean open = new AtomicBoolean(true);
    private final Runnable end;
    private final Runnable steady;

    Watch(Runnable steady, Runnable end) {
        this.steady = steady;
        this.end = end;
    }

    /**
     * Wait until each source of joules has been sampled at the full rate for three steps of its counter, so that what begins
     * now is measured as well as what follows. Waits for three seconds at most, and not at all where nothing is measured.
     */
    public void awaitSteady() {
        steady.run();
    }

    /** End the full sampling rate, unless another watch is open. Calling it again does nothing. */
    @Override
    public void close() {
        if (open.compareAndSet(true, false)) {
            end.run();
        }
    }
}
