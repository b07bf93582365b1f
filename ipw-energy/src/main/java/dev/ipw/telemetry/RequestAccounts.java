package dev.ipw.telemetry;

import java.util.List;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The spans of a session and their charged joules. Opening and closing a span takes no lock; the lock is held to
 * divide, never to wait for a counter. Spans that are closed and finally divided are removed.
 */
final class RequestAccounts {
    private static final Logger LOGGER = LoggerFactory.getLogger(RequestAccounts.class);
    private static final int MANY_PENDING = 4096;
    private static final int TOO_MANY_PENDING = 4 * MANY_PENDING;
    // About 100 MB. More spans are not followed, so that too many spans never exhaust a service's memory.
    private static final int MAX_UNDIVIDED = 1 << 18;
    private static final long LONG_PENDING_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final long LONGEST_SETTLE_NANOS = TimeUnit.SECONDS.toNanos(1);
    // A provisional share is computed again only after this multiple of the time that its last computation took.
    private static final int REST_AFTER_WORK = 10;

    private final AwaitedSamplers awaited;
    private final RequestEnergyMapper mapper;
    private final SamplerClock clock;
    private final Queue<RequestSpan> opened = new ConcurrentLinkedQueue<>();
    private final AtomicInteger openCount = new AtomicInteger();
    private final AtomicInteger undivided = new AtomicInteger();
    private final AtomicLong left = new AtomicLong();
    private final AtomicInteger closedCount = new AtomicInteger();
    private final AtomicBoolean isFolding = new AtomicBoolean();
    private final AtomicBoolean isWarned = new AtomicBoolean();
    private final ReentrantLock lock = new ReentrantLock();
    private final SpanDivision division;
    private final LongAdder inputTokenSum = new LongAdder();
    private final LongAdder outputTokenSum = new LongAdder();
    private volatile long foldedAtNanos;
    private long dividedAtNanos;
    private long divisionNanos;

    RequestAccounts(Readings readings, Readings ownReadings, AwaitedSamplers awaited, MissingEnergy missing,
            Supplier<List<Sensor>> sensors, SamplerClock clock) {
        this.clock = clock;
        this.awaited = awaited;
        division = new SpanDivision(readings, sensors);
        mapper = new RequestEnergyMapper(ownReadings, missing);
        foldedAtNanos = clock.nanoTime();
    }

    long nanoTime() {
        return clock.nanoTime();
    }

    /** Opens a span, within another one or on its own. */
    RequestSpan open(String id, @Nullable RequestSpan parent) {
        if (parent == null && openCount.getAndIncrement() == 0) {
            awaited.demand().open();
        }
        RequestSpan span = new RequestSpan(id, this, parent);
        if (undivided.incrementAndGet() <= MAX_UNDIVIDED) {
            opened.add(span);
        } else {
            undivided.decrementAndGet();
            left.incrementAndGet();
        }
        return span;
    }

    /** Records that a span was closed. */
    void closed(RequestSpan span) {
        if (span.isOutermost() && openCount.decrementAndGet() == 0) {
            awaited.demand().close();
        }
        boolean isDue = closedCount.incrementAndGet() >= MANY_PENDING
                || clock.nanoTime() - foldedAtNanos > LONG_PENDING_NANOS;
        if (isDue && isFolding.compareAndSet(false, true)) {
            Thread.ofPlatform().daemon().name("ipw-requests").start(this::fold);
        }
    }

    /** Adds to the tokens of the closed spans. */
    void count(long inputTokens, long outputTokens) {
        inputTokenSum.add(inputTokens);
        outputTokenSum.add(outputTokens);
    }

    /** Records that a span's tokens arrived too late to change anything. */
    void warnTooLate(RequestSpan span) {
        if (isWarned.compareAndSet(false, true)) {
            LOGGER.warn(
                    "The tokens of '{}' came after its joules were divided for good, so it shares by time. Give tokens before "
                            + "the close, or soon after it. Later cases are not logged",
                    span.id());
        }
    }

    OptionalLong inputTokens() {
        return positiveSum(inputTokenSum);
    }

    OptionalLong outputTokens() {
        return positiveSum(outputTokenSum);
    }

    private static OptionalLong positiveSum(LongAdder tokens) {
        long sum = tokens.sum();
        return sum == 0 ? OptionalLong.empty() : OptionalLong.of(sum);
    }

    /** Divides everything that can be final. */
    private void fold() {
        try {
            long now = clock.nanoTime();
            closedCount.set(0);
            settle(now);
            locked(() -> {
                takeOpened();
                divide(now);
                return now;
            });
        } finally {
            foldedAtNanos = clock.nanoTime();
            isFolding.set(false);
        }
    }

    /** Returns whether any outermost span is open. */
    boolean isAnyOpen() {
        return openCount.get() > 0;
    }

    RequestEnergy energy(RequestSpan span) {
        long end = Math.min(span.endNanos(), clock.nanoTime());
        if (!locked(() -> span.shares().isFinal())) {
            settle(end);
        }
        return locked(() -> {
            if (!span.shares().isFinal()) {
                takeOpened();
                if (!isRecentlyDivided(span)) {
                    long last = division.lastEndNanos();
                    divide(last > end && isKnown(last) ? last : end);
                }
            }
            return mapper.prepared(span, Math.max(span.startNanos(), end), division.devices());
        }).get();
    }

    RequestReport report() {
        long now = clock.nanoTime();
        settle(now);
        return locked(() -> {
            takeOpened();
            divide(now);
            return mapper.prepared(division, openCount.get(), left.get());
        }).get();
    }

    private void settle(long nanos) {
        awaited.settle(nanos, LONGEST_SETTLE_NANOS, false);
        awaited.awaitProof();
    }

    private <T> T locked(Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }

    private void takeOpened() {
        for (RequestSpan span = opened.poll(); span != null; span = opened.poll()) {
            division.add(span);
        }
    }

    /** Returns whether a share was computed a moment ago and cannot be final while others are open. */
    private boolean isRecentlyDivided(RequestSpan span) {
        return isAnyOpen() && span.shares().isDivided() && division.dividedUntilNanos() >= span.endNanos()
                && clock.nanoTime() - dividedAtNanos < REST_AFTER_WORK * divisionNanos;
    }

    private void divide(long untilNanos) {
        long begin = clock.nanoTime();
        undivided.addAndGet(
                -division.divide(untilNanos, this::isKnown, division.closedCount() > TOO_MANY_PENDING));
        dividedAtNanos = clock.nanoTime();
        divisionNanos = dividedAtNanos - begin;
    }

    private boolean isKnown(long nanos) {
        return awaited.worthWaitingFor(nanos, TelemetrySession.LONGEST_SETTLE.toNanos()).isEmpty();
    }
}
