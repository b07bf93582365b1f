package dev.ipw.internal.wire;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The supervision of the thread that does an exchange by the thread that waits for its result. The latter sleeps until
 * the next deadline, so that reads need no timer, and it stops the worker by an interrupt, which closes the socket that
 * it connects or waits for. The worker's interrupts mean nothing else, so a cancellation is never mistaken for a
 * deadline.
 */
final class Supervision {
    private enum Stage {
        CONNECTING, WAITING, READING, ABANDONED
    }

    private final WireLimits limits;
    private final long startNanos = System.nanoTime();
    private final CountDownLatch handled = new CountDownLatch(1);
    private final AtomicReference<Stage> stage = new AtomicReference<>(Stage.CONNECTING);
    private volatile long progressNanos = startNanos;
    private volatile @Nullable WireFault expired;

    Supervision(WireLimits limits) {
        this.limits = limits;
    }

    /**
     * Records, as the worker, that the connection is established. Returns false if the caller no longer waits: the
     * worker must then change nothing.
     */
    boolean connected() {
        progressNanos = System.nanoTime();
        return stage.compareAndSet(Stage.CONNECTING, Stage.WAITING);
    }

    /** Records, as the worker, that the request is sent. */
    void sent(long nanos) {
        progressNanos = nanos;
    }

    /** Records, as the worker, that a read returned. */
    void read(long nanos) {
        progressNanos = nanos;
        if (stage.get() == Stage.WAITING) {
            stage.set(Stage.READING);
        }
    }

    /** Records, as the worker, that the result is complete and only the connection remains to be released. */
    void handled() {
        handled.countDown();
    }

    /** Returns the deadline that stopped the worker, if one did. */
    @Nullable
    WireFault expired() {
        return expired;
    }

    /** Describes the limit that was exceeded and how to raise it. */
    String describe(WireFault fault) {
        return switch (fault) {
            case CONNECT_TIMEOUT -> "no connection within " + text(limits.connect()) + " (connect_timeout raises it)";
            case FIRST_BYTE_TIMEOUT -> "no response within " + text(limits.firstByte())
                    + " of the request (first_byte_timeout raises it)";
            case IDLE_TIMEOUT -> "the response stood still for " + text(limits.idle()) + " (idle_timeout raises it)";
            case TOTAL_TIMEOUT -> "the response was not whole after " + text(limits.total())
                    + " (total_timeout raises it)";
            default -> throw new IllegalArgumentException("Not a deadline: " + fault);
        };
    }

    private static String text(Duration limit) {
        return limit.toMillis() % 1000 == 0 ? limit.toSeconds() + " s" : limit.toMillis() + " ms";
    }

    /** Waits for the worker's result, or stops the worker when a deadline passes. */
    void await(Thread worker) throws InterruptedException {
        long shortestNanos = limits.shortestNanos();
        while (true) {
            Deadline next = next();
            long remainingNanos = next.atNanos - System.nanoTime();
            if (remainingNanos <= 0) {
                expired = next.fault;
                stop(worker);
                return;
            }
            // A deadline of a later stage cannot pass before the shortest limit has.
            if (handled.await(Math.min(remainingNanos, shortestNanos), TimeUnit.NANOSECONDS)) {
                return;
            }
        }
    }

    /** Interrupts the worker, and waits for it unless it still connects: a name look-up ignores interrupts. */
    void stop(Thread worker) {
        boolean abandoned = stage.compareAndSet(Stage.CONNECTING, Stage.ABANDONED);
        worker.interrupt();
        boolean interrupted = false;
        while (!abandoned && handled.getCount() > 0) {
            try {
                handled.await();
            } catch (InterruptedException again) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns whether the worker was abandoned while it connected. */
    boolean abandoned() {
        return stage.get() == Stage.ABANDONED;
    }

    private Deadline next() {
        Stage current = stage.get();
        long sinceNanos = progressNanos;
        Deadline own = switch (current) {
            case CONNECTING, ABANDONED -> new Deadline(WireFault.CONNECT_TIMEOUT,
                    startNanos + WireLimits.nanos(limits.connect()));
            case WAITING -> new Deadline(WireFault.FIRST_BYTE_TIMEOUT,
                    sinceNanos + WireLimits.nanos(limits.firstByte()));
            case READING -> new Deadline(WireFault.IDLE_TIMEOUT, sinceNanos + WireLimits.nanos(limits.idle()));
        };
        Deadline total = new Deadline(WireFault.TOTAL_TIMEOUT, startNanos + WireLimits.nanos(limits.total()));
        return total.atNanos - own.atNanos < 0 ? total : own;
    }

    private record Deadline(WireFault fault, long atNanos) {}
}
