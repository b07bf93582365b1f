package dev.ipw.telemetry.internal.spans;

import dev.ipw.telemetry.RequestSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A span to which the application's work is charged until it is closed. */
public final class OpenSpan {
    private final RequestSpan span;
    private final @Nullable OpenSpan parent;
    private final Object work;
    private final long startNanos;
    private final AtomicBoolean ended = new AtomicBoolean();
    /** One until the span is ended, and one for each open span within it. */
    private final AtomicInteger holds = new AtomicInteger(1);
    private volatile boolean isCut;

    /** Wraps an open span; the work identifies it among the spans of a thread. */
    OpenSpan(RequestSpan span, @Nullable OpenSpan parent, Object work, long startNanos) {
        this.span = span;
        this.parent = parent;
        this.work = work;
        this.startNanos = startNanos;
    }

    /**
     * Returns the wrapped span.
     *
     * @return the span
     */
    public RequestSpan span() {
        return span;
    }

    /**
     * Returns the outer span.
     *
     * @return the outer span; null if it is a request of its own
     */
    public @Nullable OpenSpan parent() {
        return parent;
    }

    /**
     * Returns the work for which the span was opened.
     *
     * @return the work
     */
    public Object work() {
        return work;
    }

    /**
     * Sets the tokens of the work, if one of the numbers is known and none is negative. An unknown number counts as
     * zero, like the answer of an embedding call.
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
     * Returns whether the work of the span continues.
     *
     * @return true until it is ended or closed, or an outer span is closed
     */
    public boolean isOpen() {
        return !ended.get() && isMeasuring();
    }

    /**
     * Returns whether the span is still measured: its work continues, or that of a span within it.
     *
     * @return true until its joules are available
     */
    public boolean isMeasuring() {
        return holds.get() > 0 && (parent == null || parent.isMeasuring());
    }

    /** Returns whether the span lies within another one, at any depth. */
    boolean isWithin(OpenSpan other) {
        OpenSpan outer = parent;
        while (outer != null && !outer.equals(other)) {
            outer = outer.parent;
        }
        return outer != null;
    }

    /** Returns whether spans within this one are open. */
    boolean isHeld() {
        return holds.get() > (ended.get() ? 0 : 1);
    }

    /** Keeps the span open for a span within it, until that is released; returns false if it is closed. */
    boolean hold() {
        return isMeasuring() && holds.getAndUpdate(count -> count > 0 ? count + 1 : 0) > 0;
    }

    /**
     * Returns whether the span was closed while its work continued, so that its joules are those of a part of it.
     *
     * @return true if it, or an outer span, was closed before its end
     */
    public boolean isCut() {
        return isCut;
    }

    /** Ends the work of the span, and returns the spans that this closed: none while spans within it are open. */
    List<OpenSpan> end() {
        if (!isMeasuring()) {
            isCut = true;
        }
        return ended.compareAndSet(false, true) ? release() : List.of();
    }

    /** Releases one hold, and returns the spans that this closed. */
    List<OpenSpan> release() {
        return holds.getAndUpdate(count -> Math.max(0, count - 1)) == 1 ? over() : List.of();
    }

    /** Closes the span whatever holds it open, and returns the spans that this closed. */
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
