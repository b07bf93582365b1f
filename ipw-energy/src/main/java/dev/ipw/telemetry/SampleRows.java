package dev.ipw.telemetry;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * The rows of a tick's readings: one row at the time at which the tick was read, or one for each time that the source
 * names. A row that lies before an earlier one is left out and counted, and a tick without readings gives no row.
 */
final class SampleRows implements SampleSink {
    private final Tick tick;
    private final RowTaker taker;
    private final BooleanSupplier room;
    private final AtomicLong leftOut = new AtomicLong();
    private boolean dated;
    private boolean filled;
    private long beforeNanos;
    private long afterNanos;
    private boolean begun;
    private long latestNanos;

    SampleRows(Tick tick, RowTaker taker) {
        this(tick, taker, () -> true);
    }

    /**
     * Creates the rows, empty.
     *
     * @param room returns whether the taker can accept some more rows
     */
    SampleRows(Tick tick, RowTaker taker, BooleanSupplier room) {
        this.tick = tick;
        this.taker = taker;
        this.room = room;
    }

    /** Clears the state of an earlier tick. */
    void begin() {
        clear();
        dated = false;
    }

    /** Sets the time at which the row was due. */
    void plan(long dueNanos) {
        tick.plan(dueNanos);
    }

    @Override
    public void at(long newBeforeNanos, long newAfterNanos) {
        if (filled && !dated) {
            throw new IllegalStateException(
                    "Some readings of this tick have a time of their own and some have none; call "
                            + "at() before the first");
        }
        flush();
        clear();
        dated = true;
        beforeNanos = newBeforeNanos;
        afterNanos = newAfterNanos;
    }

    @Override
    public boolean hasRoom() {
        return room.getAsBoolean();
    }

    @Override
    public void counter(int sensor, long counts) {
        filled = true;
        tick.counter(sensor, counts);
    }

    @Override
    public void gauge(int sensor, double value) {
        filled = true;
        tick.gauge(sensor, value);
    }

    @Override
    public void lost(int sensor, String reason) {
        filled = true;
        tick.lost(sensor, reason);
    }

    /**
     * Passes the tick's remaining readings on; they were read between these moments unless the source dated them
     * otherwise.
     */
    void end(long tickBeforeNanos, long tickAfterNanos) {
        if (!dated) {
            beforeNanos = tickBeforeNanos;
            afterNanos = tickAfterNanos;
        }
        flush();
    }

    private void flush() {
        // A row of a file without readings counts too: otherwise the next row would seem to be the one that was due.
        if (!filled && !(dated && tick.isPlanned())) {
            return;
        }
        long midpoint = beforeNanos + (afterNanos - beforeNanos) / 2;
        if (begun && midpoint - latestNanos < 0) {
            leftOut.incrementAndGet();
        } else {
            begun = true;
            latestNanos = midpoint;
            taker.take(beforeNanos, afterNanos, tick);
        }
        clear();
    }

    private void clear() {
        tick.clear();
        filled = false;
    }

    /** Counts the rows that lay before an earlier one. */
    long leftOut() {
        return leftOut.get();
    }

    /** Receives a row, which is valid during the call only. */
    @FunctionalInterface
    interface RowTaker {
        void take(long beforeNanos, long afterNanos, Tick tick);
    }
}
