package dev.ipw.telemetry;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.EnergyUse;
import dev.ipw.energy.TimeSpan;
import dev.ipw.telemetry.internal.division.ReportedTokens;
import dev.ipw.telemetry.internal.division.SpanShares;
import dev.ipw.telemetry.internal.division.Weighing;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * One piece of work among others that may run at the same time, from its opening to its close. Get one from
 * {@link TelemetrySession#request(String)}. Any number of threads may use it, virtual ones too.
 *
 * <p>The joules of a device are divided over the innermost open spans. If all of them reported tokens, they share by
 * the work done for them, as requests of a profile run do. If one did not, all open spans share the moment equally, and
 * the bounds of each share reach from zero to all joules of that moment. Every share of a time in which spans
 * overlapped is ESTIMATED. While a span has open children the joules are theirs; the joules of the remaining time are
 * its own. So
 * <ul>
 * <li>own + children = the span's joules, to 1e-9, all the way down;
 * <li>requests + idle + other = the devices' joules, to 1e-9 ({@link TelemetrySession#requests()}).
 * </ul>
 *
 * <pre>{@code
 * try (RequestSpan agent = telemetry.request("ticket-17")) {
 *     try (RequestSpan call = agent.child("plan")) {
 *         Reply reply = model.chat(prompt);
 *         call.tokens(reply.inputTokens(), reply.outputTokens());
 *     }
 * }
 * }</pre>
 */
@API(status = API.Status.EXPERIMENTAL)
public final class RequestSpan implements AutoCloseable, EnergyUse {
    private static final AtomicIntegerFieldUpdater<RequestSpan> ENDED = AtomicIntegerFieldUpdater
            .newUpdater(RequestSpan.class, "ended");
    private static final AtomicIntegerFieldUpdater<RequestSpan> HOLDS = AtomicIntegerFieldUpdater
            .newUpdater(RequestSpan.class, "holds");
    private static final AtomicReferenceFieldUpdater<RequestSpan, ReportedTokens> REPORTED = AtomicReferenceFieldUpdater
            .newUpdater(RequestSpan.class, ReportedTokens.class, "reported");
    private static final AtomicReferenceFieldUpdater<RequestSpan, ReportedTokens> COUNTED = AtomicReferenceFieldUpdater
            .newUpdater(RequestSpan.class, ReportedTokens.class, "counted");
    private static final AtomicLongFieldUpdater<RequestSpan> FIRST_TOKEN = AtomicLongFieldUpdater
            .newUpdater(RequestSpan.class, "firstTokenAfterNanos");
    private static final long NOT_YET = -1;
    private static final long OPEN_END = Long.MAX_VALUE;

    private final String id;
    private final RequestAccounts accounts;
    private final @Nullable RequestSpan parent;
    private final long startNanos;
    private volatile long lengthNanos = NOT_YET;
    private volatile long firstTokenAfterNanos = NOT_YET;
    private volatile int ended;
    /** One until the span is closed, and one for each open child. */
    private volatile int holds = 1;
    private volatile ReportedTokens reported = ReportedTokens.NONE;
    private volatile ReportedTokens counted = ReportedTokens.NONE;
    private volatile boolean isParent;
    private volatile boolean hasWorkWithin;
    private volatile boolean hasOutputWithin;
    private volatile boolean isDividedWithoutTokens;
    private List<TimeSpan> dividedChildren = List.of();
    private final SpanShares shares = new SpanShares();

    RequestSpan(String id, RequestAccounts accounts, @Nullable RequestSpan parent) {
        this.id = id;
        this.accounts = accounts;
        this.parent = parent;
        startNanos = accounts.nanoTime();
    }

    /**
     * Returns the name with which the span was opened.
     *
     * @return the name; other spans may have the same
     */
    public String id() {
        return id;
    }

    /**
     * Opens a span within this one: a tool call of an agent, a model call of a tool. Any number may be open at once.
     *
     * @param childId a name for the span, which need not be unique
     * @return the span, to be closed; the outer span stays open until the inner one is closed, whichever is closed
     *         first
     * @throws IllegalStateException if this span and all its children are closed
     */
    public RequestSpan child(String childId) {
        int count = holds;
        while (count > 0 && !HOLDS.compareAndSet(this, count, count + 1)) {
            count = holds;
        }
        if (count == 0) {
            throw new IllegalStateException("The request '" + id + "' is closed: open '" + childId
                    + "' before closing it, or as a request of its own");
        }
        isParent = true;
        return accounts.open(childId, this);
    }

    /** Records that the first token of the answer came now. Later calls, and calls after the close, do nothing. */
    public void firstToken() {
        if (isOpen()) {
            FIRST_TOKEN.compareAndSet(this, NOT_YET, accounts.nanoTime() - startNanos);
        }
    }

    /**
     * Sets the span's tokens, by which its work is weighed. The last call counts, before the close or after it, as long
     * as the share is not final. Where a span without tokens overlaps others, all of them share by time. Give the
     * tokens of a model call to the span of that call. The tokens of a span with children, such as a model call that
     * runs tools, belong to the time in which no child is open. They weigh nothing if a span within it reported output
     * tokens too, and can be too late after more than five minutes.
     *
     * @param input  tokens of the prompt, at least zero
     * @param output tokens of the answer, at least zero, reasoning included
     * @return false if they are too late, because the span's joules are finally divided; the first such call of a
     *         session is logged as a warning
     * @throws IllegalArgumentException if one of them is negative
     */
    public boolean tokens(long input, long output) {
        if (input < 0 || output < 0) {
            throw new IllegalArgumentException(
                    "The request '" + id + "' cannot have " + input + " input and " + output + " output tokens");
        }
        ReportedTokens next = new ReportedTokens(input, output, false);
        ReportedTokens before = reported;
        while (!before.isFinal() && !REPORTED.compareAndSet(this, before, next)) {
            before = reported;
        }
        if (!before.isFinal()) {
            markOuter(input > 0, output > 0);
            recount();
        }
        boolean isInTime = !before.isFinal() && !isDividedWithoutTokens;
        if (!isInTime) {
            accounts.warnTooLate(this);
        }
        return isInTime;
    }

    private void markOuter(boolean hasInput, boolean hasOutput) {
        if (hasInput || hasOutput) {
            for (RequestSpan outer = parent; outer != null && !outer.hasWithin(hasOutput); outer = outer.parent) {
                outer.hasWorkWithin = true;
                if (hasOutput) {
                    outer.hasOutputWithin = true;
                }
                outer.recount();
            }
        }
    }

    /**
     * Updates the span's contribution to the sums of the closed spans' tokens; the thread that changed something last
     * also updates last.
     */
    private void recount() {
        ReportedTokens now = counting();
        while (!counted.equals(now)) {
            ReportedTokens before = COUNTED.getAndSet(this, now);
            accounts.count(now.input() - before.input(), now.output() - before.output());
            now = counting();
        }
    }

    private ReportedTokens counting() {
        ReportedTokens tokens = reported;
        return isOpen() || sumsUp(tokens)
                ? ReportedTokens.NONE
                : new ReportedTokens(tokens.input(), tokens.output(), false);
    }

    private boolean hasWithin(boolean hasOutput) {
        return hasOutput ? hasOutputWithin : hasWorkWithin;
    }

    /**
     * Ends the span. While a child is open the span stays open, and ends with the last child. Calling it again does
     * nothing. Waits for nothing.
     */
    @Override
    public void close() {
        if (ENDED.compareAndSet(this, 0, 1)) {
            for (RequestSpan over = this; over != null && HOLDS.decrementAndGet(over) == 0; over = over.parent) {
                over.lengthNanos = accounts.nanoTime() - over.startNanos;
                over.recount();
                accounts.closed(over);
            }
        }
    }

    /**
     * Returns the span's share of the devices' joules, with its children's; up to now if a child is open. Waits, for at
     * most a second, until the counters show all joules up to its end. The share is PROVISIONAL while it may still
     * change, because a child of it or an overlapping span is open, or because a counter has not shown all: call again
     * later. Any other figure is final.
     *
     * @return the joules with their range, provenance and source, or the reason why there are none
     * @throws IllegalStateException if the span is not closed
     */
    @Override
    public EnergyReading energy() {
        return share().energy();
    }

    /**
     * Returns the parts of {@link #energy()}: its own time, each device, without idle power.
     *
     * @return the share, known as far as {@link #energy()} is
     * @throws IllegalStateException if the span is not closed
     */
    public RequestEnergy share() {
        if (ended == 0) {
            throw new IllegalStateException("The request '" + id + "' is open. Close it before asking for its joules");
        }
        return accounts.energy(this);
    }

    /** Returns whether the span, or a child of it, is not closed. */
    boolean isOpen() {
        return lengthNanos == NOT_YET;
    }

    boolean isOutermost() {
        return parent == null;
    }

    @Nullable
    RequestSpan parent() {
        return parent;
    }

    /** Returns whether the span has, or had, children. */
    boolean isParent() {
        return isParent;
    }

    /** Returns whether a span within this one reported output tokens. */
    boolean hasOutputWithin() {
        return hasOutputWithin;
    }

    /**
     * Returns whether its tokens repeat those of spans within it. A model call whose tool embeds text has tokens of its
     * own.
     */
    private boolean sumsUp(ReportedTokens tokens) {
        return hasOutputWithin || (hasWorkWithin && tokens.output() == 0);
    }

    /** Returns the weighing by which the span shares its own time; for use under the lock of its accounts. */
    Weighing weighing(ReportedTokens tokens) {
        if (tokens.isAny() && !sumsUp(tokens) && !isDividedWithoutTokens) {
            return tokens.output() > 0 ? Weighing.WORK : Weighing.TOKENS;
        }
        return hasWorkWithin ? Weighing.REST : Weighing.TIME;
    }

    /** Returns whether the span's tokens weigh; for use under the lock of its accounts. */
    boolean isWork() {
        Weighing weighing = weighing(reported);
        return weighing == Weighing.WORK || weighing == Weighing.TOKENS;
    }

    /** Accepts no more tokens, because the span is finally divided. */
    void finishTokens() {
        REPORTED.updateAndGet(this, tokens -> tokens.isFinal()
                ? tokens
                : new ReportedTokens(tokens.input(), tokens.output(), true));
    }

    /**
     * Records that some of the span's time was finally divided before its tokens arrived; under the lock of its
     * accounts.
     */
    void dividedWithoutTokens() {
        isDividedWithoutTokens = true;
    }

    /** Records the time of a child that is finally divided; under the lock of its accounts. */
    void dividedChild(TimeSpan time) {
        if (dividedChildren.isEmpty()) {
            dividedChildren = new ArrayList<>();
        }
        dividedChildren.add(time);
    }

    /** Lists the times of children that are finally divided; for use under the lock of its accounts. */
    List<TimeSpan> dividedChildren() {
        return dividedChildren;
    }

    long startNanos() {
        return startNanos;
    }

    /** Returns the end of the span; the maximum number while it is open. */
    long endNanos() {
        long length = lengthNanos;
        return length == NOT_YET ? OPEN_END : startNanos + length;
    }

    /** Returns the time of the first token; the maximum number if it is not known. */
    long firstTokenNanos() {
        long after = firstTokenAfterNanos;
        return after == NOT_YET ? Long.MAX_VALUE : startNanos + after;
    }

    /** Returns the tokens reported so far. */
    ReportedTokens tokens() {
        return reported;
    }

    /** Returns the shares of the span; for use under the lock of its accounts. */
    SpanShares shares() {
        return shares;
    }

    /**
     * Formats the share as {@link RequestEnergy} does, for example {@code request ticket-17: 2.07 J [0.78, 4.9]
     * MEASURED (NVML)}. While the span is open there is none, which it says.
     */
    @Override
    public String toString() {
        return "request " + (isOpen() ? id + " (open)" : share());
    }
}
