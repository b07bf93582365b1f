package dev.ipw.langchain4j;

import dev.ipw.telemetry.RequestSpan;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Hold a span that the application's work is charged to until it is closed. */
final class OpenSpan {
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

    RequestSpan span() {
        return span;
    }

    @Nullable
    OpenSpan parent() {
        return parent;
    }

    Object work() {
        return work;
    }

    long startNanos() {
        return startNanos;
    }

    /** Return whether neither it nor what it is within is closed. */
    boolean isOpen() {
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
