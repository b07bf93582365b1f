package dev.ipw.engine.spans;

import dev.ipw.telemetry.RequestSpan;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Hold a span that the application's work is charged to until it is closed. */
public final class OpenSpan {
    private final RequestSpan span;
    private final @Nullable OpenSpan parent;
    private final Object work;
    private final long startNanos;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** Hold an open span; the work is what it is found by among those of a thread. */
    OpenSpan(RequestSpan span, @Nullable OpenSpan parent, Object work, long startNanos) {
        this.span = span;
        this.parent = parent;
        this.work = work;
        this.startNanos = startNanos;
    }

    /**
     * Return the span itself.
     *
     * @return the span
     */
    public RequestSpan span() {
        return span;
    }

    /**
     * Return what it lies within.
     *
     * @return the outer span; null if it is a request of its own
     */
    public @Nullable OpenSpan parent() {
        return parent;
    }

    /**
     * Return what it was opened for.
     *
     * @return the work
     */
    public Object work() {
        return work;
    }

    long startNanos() {
        return startNanos;
    }

    /**
     * Return whether neither it nor what it is within is closed.
     *
     * @return true while it is open
     */
    public boolean isOpen() {
        return !closed.get() && (parent == null || parent.isOpen());
    }

    /** Return true for the one call that closes it. */
    boolean close() {
        boolean isFirst = closed.compareAndSet(false, true);
        if (isFirst) {
            span.close();
        }
        return isFirst;
    }
}
