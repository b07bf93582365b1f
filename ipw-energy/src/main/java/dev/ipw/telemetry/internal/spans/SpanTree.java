package dev.ipw.telemetry.internal.spans;

import dev.ipw.telemetry.RequestSpan;
import dev.ipw.telemetry.TelemetrySession;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The spans of an application, each opened within the current work of its thread. An end that is never reported, as for
 * a cancelled stream, does not keep a span open forever: the oldest are closed after an hour, or beyond 4,096.
 */
public final class SpanTree {
    /** The maximum number of open spans; beyond that the oldest are closed. */
    public static final int MAX_OPEN = 4096;
    /** The maximum time for which a span is open; it is closed when another one is opened later. */
    public static final long LONGEST_OPEN_NANOS = TimeUnit.HOURS.toNanos(1);
    private static final int MAX_NAME_CHARACTERS = 100;

    @SuppressWarnings("ThreadLocalUsage") // One for each session, of which an application has one.
    private final ThreadLocal<Deque<OpenSpan>> entered = new ThreadLocal<>();
    private final LinkedHashSet<OpenSpan> open = new LinkedHashSet<>();
    private final TelemetrySession session;
    private final Consumer<? super RequestSpan> closed;
    private final LongSupplier nanoTime;

    /**
     * Creates the spans of a session.
     *
     * @param session  the measuring session
     * @param closed   receives each closed span
     * @param nanoTime the clock
     */
    public SpanTree(TelemetrySession session, Consumer<? super RequestSpan> closed, LongSupplier nanoTime) {
        this.session = session;
        this.closed = closed;
        this.nanoTime = nanoTime;
    }

    /**
     * Returns the measuring session.
     *
     * @return the session
     */
    public TelemetrySession session() {
        return session;
    }

    /**
     * Opens a span within another one, or within its nearest open outer span, or as a request of its own.
     *
     * @param name   the span's name; its first hundred characters count
     * @param work   the work for which it is opened
     * @param parent the outer span
     * @return the span
     */
    public OpenSpan open(String name, Object work, Optional<OpenSpan> parent) {
        String shortName = name.substring(0, Math.min(name.length(), MAX_NAME_CHARACTERS));
        OpenSpan opened = opened(shortName, work, parent.orElse(null));
        for (OpenSpan forgotten : remember(opened)) {
            close(forgotten);
        }
        return opened;
    }

    private OpenSpan opened(String name, Object work, @Nullable OpenSpan parent) {
        for (OpenSpan outer = parent; outer != null; outer = outer.parent()) {
            if (outer.hold()) {
                try {
                    return new OpenSpan(outer.span().child(name), outer, work, nanoTime.getAsLong());
                } catch (IllegalStateException closedMeanwhile) {
                    over(outer.release());
                }
            }
        }
        return new OpenSpan(session.request(name), null, work, nanoTime.getAsLong());
    }

    /** Returns the spans that have been open for too long, or that are too many; never an outer span of the new one. */
    private List<OpenSpan> remember(OpenSpan opened) {
        List<OpenSpan> forgotten = new ArrayList<>();
        synchronized (open) {
            open.add(opened);
            Iterator<OpenSpan> oldest = open.iterator();
            while (oldest.hasNext()) {
                OpenSpan next = oldest.next();
                if (next.equals(opened)) {
                    break;
                }
                if (opened.isWithin(next)) {
                    continue;
                }
                if (next.isMeasuring() && open.size() <= MAX_OPEN
                        && opened.startNanos() - next.startNanos() < LONGEST_OPEN_NANOS) {
                    break;
                }
                oldest.remove();
                forgotten.add(next);
            }
        }
        return forgotten;
    }

    /**
     * Makes the span the current one of this thread, until it is closed.
     *
     * @param span an open span
     */
    public void enter(OpenSpan span) {
        Deque<OpenSpan> within = entered.get();
        if (within == null) {
            within = new ArrayDeque<>();
            entered.set(within);
        }
        within.push(span);
    }

    /**
     * Returns the innermost open span of this thread.
     *
     * @return the span, if there is one
     */
    public Optional<OpenSpan> current() {
        return Optional.ofNullable(pruned()).map(Deque::peek);
    }

    /**
     * Returns the innermost open span of this thread that was opened for a piece of work.
     *
     * @param work the work
     * @return the span, if there is one
     */
    public Optional<OpenSpan> currentOf(Object work) {
        Deque<OpenSpan> within = pruned();
        return within == null
                ? Optional.empty()
                : within.stream().filter(span -> span.isOpen() && span.work().equals(work)).findFirst();
    }

    private @Nullable Deque<OpenSpan> pruned() {
        Deque<OpenSpan> within = entered.get();
        if (within == null) {
            return null;
        }
        while (!within.isEmpty() && !within.peek().isOpen()) {
            within.pop();
        }
        if (within.isEmpty()) {
            entered.remove();
            return null;
        }
        return within;
    }

    /**
     * Ends the work of a span. It is closed, once, and passed on when all spans within it are closed; the joules up to
     * then are theirs.
     *
     * @param span the span
     */
    public void end(OpenSpan span) {
        over(span.end());
    }

    /**
     * Closes a span, once, and passes it on, after all open spans within it: for work whose end will not be reported.
     *
     * @param span the span
     */
    public void close(OpenSpan span) {
        if (span.isHeld()) {
            List<OpenSpan> within;
            synchronized (open) {
                within = open.stream().filter(one -> one.isWithin(span)).toList();
            }
            within.forEach(inner -> over(inner.close()));
        }
        over(span.close());
    }

    private void over(List<OpenSpan> over) {
        pruned();
        for (OpenSpan one : over) {
            synchronized (open) {
                open.remove(one);
            }
            closed.accept(one.span());
        }
    }
}
