package dev.ipw.cli.monitor;

import dev.ipw.telemetry.Watch;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A watch that keeps a session at its full rate while it is scraped, and for a while after the latest scrape. */
public final class ScrapeWatch implements AutoCloseable {
    private final Supplier<Watch> open;
    private final long lingerNanos;
    private final ScheduledExecutorService thread = Executors
            .newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().name("ipw-scrape-watch").factory());
    private Optional<Watch> held = Optional.empty();
    private long scrapes;
    private boolean closed;

    /**
     * Creates a watch on demand.
     *
     * @param open   opens a watch
     * @param linger the time it is held after a scrape
     */
    public ScrapeWatch(Supplier<Watch> open, Duration linger) {
        this.open = open;
        lingerNanos = linger.toNanos();
    }

    /**
     * Records a scrape.
     *
     * @return true if the session has rested until now, so that its last readings are old
     */
    public synchronized boolean scraped() {
        if (closed) {
            return false;
        }
        boolean rested = held.isEmpty();
        if (rested) {
            held = Optional.of(open.get());
        }
        scrapes++;
        long latest = scrapes;
        Future<?> _ = thread.schedule(() -> restAfter(latest), lingerNanos, TimeUnit.NANOSECONDS);
        return rested;
    }

    /** Returns whether the full rate is requested now. */
    synchronized boolean isHeld() {
        return held.isPresent();
    }

    private synchronized void restAfter(long scrape) {
        if (scrape == scrapes) {
            rest();
        }
    }

    private void rest() {
        held.ifPresent(Watch::close);
        held = Optional.empty();
    }

    /** Releases the watch. */
    @Override
    public synchronized void close() {
        closed = true;
        thread.shutdownNow();
        rest();
    }
}
