package dev.ipw.cli.meter;

import dev.ipw.meter.MeterListener;
import dev.ipw.meter.RequestFigures;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A writer of finished requests on a thread of its own, so that a reader who takes nothing never holds up the meter.
 * Beyond its queue, requests are dropped.
 */
final class QueuedLines implements MeterListener, AutoCloseable {
    private static final int MAX_QUEUED = 10_000;
    private static final long LONGEST_CLOSE_MILLIS = 5_000;
    private static final long POLL_MILLIS = 100;

    private final BlockingQueue<RequestFigures> queue = new ArrayBlockingQueue<>(MAX_QUEUED);
    private final Consumer<RequestFigures> written;
    private final Consumer<String> complaints;
    private final Thread writer;
    private volatile boolean isClosed;
    private boolean hasDropped;

    /**
     * Starts to write.
     *
     * @param written    writes a request; may wait
     * @param complaints receives a sentence when requests are dropped
     */
    QueuedLines(Consumer<RequestFigures> written, Consumer<String> complaints) {
        this.written = written;
        this.complaints = complaints;
        writer = Thread.ofPlatform().daemon().name("ipw-meter-lines").start(this::run);
    }

    @Override
    public void requestFinished(RequestFigures request) {
        if (!queue.offer(request) && !hasDropped) {
            hasDropped = true;
            complaints.accept("The figures of requests are not read fast enough; lines are missing from now on.");
        }
    }

    private void run() {
        try {
            while (!isClosed || !queue.isEmpty()) {
                RequestFigures next = queue.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
                if (next != null) {
                    written.accept(next);
                }
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException closed) {
            complaints.accept("The figures of requests can no longer be written: " + closed.getMessage());
        }
    }

    /** Writes the rest, for some seconds at most. */
    @Override
    public void close() {
        isClosed = true;
        try {
            writer.join(LONGEST_CLOSE_MILLIS);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
        writer.interrupt();
    }
}
