package dev.ipw.telemetry;

import java.util.concurrent.atomic.AtomicBoolean;
import org.apiguardian.api.API;

/**
 * The permission for a session to sample at its full rate. Without an open watch a session reads its sensors only once
 * a second, so that it costs almost nothing while nothing is measured.
 *
 * <pre>{@code
 * try (Watch watch = telemetry.watch()) {
 *     serve(requests);
 * }
 * }</pre>
 */
@API(status = API.Status.EXPERIMENTAL)
public final class Watch implements AutoCloseable {
    private final AtomicBoolean open = new AtomicBoolean(true);
    private final Runnable end;
    private final Runnable steady;

    Watch(Runnable steady, Runnable end) {
        this.steady = steady;
        this.end = end;
    }

    /**
     * Waits until each source of joules has been sampled at the full rate for three steps of its counter, so that work
     * that begins now is measured as well as later work. Waits for at most three seconds, and not at all where nothing
     * is measured.
     */
    public void awaitSteady() {
        steady.run();
    }

    /** Ends the full sampling rate, unless another watch is open. Calling it again does nothing. */
    @Override
    public void close() {
        if (open.compareAndSet(true, false)) {
            end.run();
        }
    }
}
