package dev.ipw.engine.spans;

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
 * Open the spans of an application, each within the work that its thread is doing. An end that is never reported, as that of a
 * cancelled stream, does not leave a span open for good: the oldest are closed after an hour, or beyond 4,096.
 */
public final class SpanTree {
    /** How many spans may be open; beyond that the oldest are closed. */
    public static final int MOST_OPEN = 4096;
    /** How long a span may be open before it is closed when another is opened. */
    public static final long LONGEST_OPEN_NANOS = TimeUnit.HOURS.toNanos(1);
    private static final int MOST_NAME_CHARACTERS = 100;

    @SuppressWarnings("ThreadLocalUsage") // One for each session, of which an application has one.
    private final ThreadLocal<Deque<OpenSpan>> entered = new ThreadLocal<>();
    private final LinkedHashSet<OpenSpan> open = new LinkedHashSet<>();
    private final TelemetrySession session;
    private final Consumer<? super RequestSpan> closed;
    private final LongSupplier nanoTime;

    /**
     * Opens spans in a session.
     *
     * @param session  what measures
     * @param closed   takes each span that is closed
     * @param nanoTime the clock
     */
    public SpanTree(TelemetrySession session, Consumer<? super RequestSpan> closed, LongSupplier nanoTime) {
        this.session = session;
        this.closed = closed;
        this.nanoTime = nanoTime;
    }

    /**
     * Returns what measures.
     *
     * @return the session
     */
    public TelemetrySession session() {
        return session;
    }

    /**
     * Opens a span within another, or within the nearest around that one which is open, or as a request of its own.
     *
     * @param name   the span's name; its first hundred characters count
     * @param work   what it is opened for
     * @param parent what it lies within
     * @return the span
     */
    public OpenSpan open(String name, Object work, Optional<OpenSpan> parent) {
        String shortName = name.substring(0, Math.min(name.length(), MOST_NAME_CHARACTERS));
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

    /** Returns those that have been open for too long, or are too many; never what the new one lies within. */
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
                if (next.isMeasuring() && open.size() <= MOST_OPEN
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
     * Makes it what work of this thread lies within, until it is closed.
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
     * Returns the innermost open span that this thread is within.
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
     * Ends its work. It is closed, once, and handed on, when all spans within it are; the joules up to then are theirs.
     *
     * @param span the span
     */
    public void end(OpenSpan span) {
        over(span.end());
    }

    /**
     * Closes it, once, and hands it on, after all that is open within it: for work of whose end nothing more will be heard.
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
