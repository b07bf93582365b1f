package dev.ipw.engine.spans;

import dev.ipw.telemetry.RequestSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Hold a span that the application's work is charged to until it is closed. */
public final class OpenSpan {
    private final RequestSpan span;
    private final @Nullable OpenSpan parent;
    private final Object work;
    private final long startNanos;
    private final AtomicBoolean ended = new AtomicBoolean();
    /** One until it is ended, and one for each span within it that is open. */
    private final AtomicInteger holds = new AtomicInteger(1);
    private volatile boolean isCut;

    /** Holds an open span; the work is what it is found by among those of a thread. */
    OpenSpan(RequestSpan span, @Nullable OpenSpan parent, Object work, long startNanos) {
        this.span = span;
        this.parent = parent;
        this.work = work;
        this.startNanos = startNanos;
    }

    /**
     * Returns the span itself.
     *
     * @return the span
     */
    public RequestSpan span() {
        return span;
    }

    /**
     * Returns what it lies within.
     *
     * @return the outer span; null if it is a request of its own
     */
    public @Nullable OpenSpan parent() {
        return parent;
    }

    /**
     * Returns what it was opened for.
     *
     * @return the work
     */
    public Object work() {
        return work;
    }

    /**
     * Says what work it was, where one of the numbers is known and none is negative. One that is not known counts as zero, as the
     * answer of an embedding call does.
     *
     * @param input  tokens of the prompt; null if unknown
     * @param output tokens of the answer; null if unknown
     */
    public void tokens(@Nullable Number input, @Nullable Number output) {
        long prompt = input == null ? 0 : input.longValue();
        long answer = output == null ? 0 : output.longValue();
        if (prompt >= 0 && answer >= 0 && prompt + answer > 0) {
            span.tokens(prompt, answer);
        }
    }

    long startNanos() {
        return startNanos;
    }

    /**
     * Returns whether its work goes on.
     *
     * @return true until it is ended or closed, or what it is within is closed
     */
    public boolean isOpen() {
        return !ended.get() && isMeasuring();
    }

    /**
     * Returns whether it is measured still: its work goes on, or that of a span within it.
     *
     * @return true until its joules can be asked for
     */
    public boolean isMeasuring() {
        return holds.get() > 0 && (parent == null || parent.isMeasuring());
    }

    /** Returns whether it lies within another, at any depth. */
    boolean isWithin(OpenSpan other) {
        OpenSpan outer = parent;
        while (outer != null && !outer.equals(other)) {
            outer = outer.parent;
        }
        return outer != null;
    }

    /** Returns whether spans within it are open. */
    boolean isHeld() {
        return holds.get() > (ended.get() ? 0 : 1);
    }

    /** Keeps it open for a span within it, until that is released; return false if it is closed. */
    boolean hold() {
        return isMeasuring() && holds.getAndUpdate(count -> count > 0 ? count + 1 : 0) > 0;
    }

    /**
     * Returns whether it was closed while its work went on, so that its joules are those of a part of it.
     *
     * @return true if it was closed, or what it is within, before its end
     */
    public boolean isCut() {
        return isCut;
    }

    /** Ends its work; return what closed by it: nothing while spans within it are open. */
    List<OpenSpan> end() {
        if (!isMeasuring()) {
            isCut = true;
        }
        return ended.compareAndSet(false, true) ? release() : List.of();
    }

    /** Takes back one hold; return what closed by it. */
    List<OpenSpan> release() {
        return holds.getAndUpdate(count -> Math.max(0, count - 1)) == 1 ? over() : List.of();
    }

    /** Closes it whatever holds it open; return what closed by it that was not closed before. */
    List<OpenSpan> close() {
        ended.set(true);
        if (holds.getAndSet(0) == 0) {
            return List.of();
        }
        isCut = true;
        return over();
    }

    private List<OpenSpan> over() {
        span.close();
        List<OpenSpan> over = new ArrayList<>(List.of(this));
        if (parent != null) {
            over.addAll(parent.release());
        }
        return over;
    }
}
