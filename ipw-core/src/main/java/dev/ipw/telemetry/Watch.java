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

    Watch(Runnable end) {
        this.end = end;
    }

    /** Let the session rest again, once no other watch is open. Calling it again does nothing. */
    @Override
    public void close() {
        if (open.compareAndSet(true, false)) {
            end.run();
        }
    }
}
