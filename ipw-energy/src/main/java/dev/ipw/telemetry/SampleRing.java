package dev.ipw.telemetry;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A ring buffer that passes ticks from the sampling thread to the one thread that writes them to disk. Offering never
 * waits and allocates nothing; the writing thread is woken when the ring is half full, and ticks that find it full are
 * dropped and counted.
 */
final class SampleRing {
    private static final int ROWS = 4096;
    /** The rows of a source that is read each second or so, as the many sources of a fleet are. */
    private static final int ROWS_OF_A_SLOW_SOURCE = 256;
    private static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    /** Room for the rows that a sampler already holds when it asks, and for those that may come in between. */
    private static final int SPARE_ROWS = 16;
    private static final int BITS = 64;
    private static final int BEFORE = 0;
    private static final int AFTER = 1;
    private static final int PLANNED = 2;
    private static final int DUE = 3;
    private static final int FIRST_MASK = 4;

    private final Runnable wakeWriter;
    private final int rows;
    private final int sensorCount;
    private final int maskCells;
    private final int rowCells;
    private final long[] cells;
    private final @Nullable String[] lostReasons;
    private final AtomicLong offered = new AtomicLong();
    private final AtomicLong taken = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();
    private volatile boolean closed;
    private long droppedBefore;

    /**
     * Creates an empty ring.
     *
     * @param periodNanos the shortest time between two ticks
     * @param wakeWriter  called by the offering thread; must neither wait nor allocate
     */
    SampleRing(int sensorCount, long periodNanos, Runnable wakeWriter) {
        this.wakeWriter = wakeWriter;
        rows = periodNanos < SLOW_NANOS ? ROWS : ROWS_OF_A_SLOW_SOURCE;
        this.sensorCount = sensorCount;
        maskCells = (sensorCount + BITS - 1) / BITS;
        rowCells = FIRST_MASK + maskCells + sensorCount;
        cells = new long[rows * rowCells];
        lostReasons = new @Nullable String[rows * sensorCount];
    }

    void offer(long beforeNanos, long afterNanos, Tick tick) {
        if (closed) {
            return;
        }
        long row = offered.getPlain();
        if (row - taken.getAcquire() == rows) {
            dropped.setRelease(dropped.getPlain() + 1);
            return;
        }
        int slot = (int) (row % rows);
        int start = slot * rowCells;
        cells[start + BEFORE] = beforeNanos;
        cells[start + AFTER] = afterNanos;
        // After a drop, the plan of this tick does not describe the step from the last kept tick.
        cells[start + PLANNED] = tick.isPlanned() && dropped.getPlain() == droppedBefore ? 1 : 0;
        cells[start + DUE] = tick.dueNanos();
        droppedBefore = dropped.getPlain();
        for (int i = 0; i < maskCells; i++) {
            cells[start + FIRST_MASK + i] = 0;
        }
        for (int i = 0; i < sensorCount; i++) {
            lostReasons[slot * sensorCount + i] = tick.lostReason(i);
            if (tick.isPresent(i)) {
                cells[start + FIRST_MASK + i / BITS] |= 1L << (i % BITS);
                cells[start + FIRST_MASK + maskCells + i] = tick.cell(i);
            }
        }
        offered.setRelease(row + 1);
        if (row + 1 - taken.getAcquire() == rows / 2) {
            wakeWriter.run();
        }
    }

    /** Returns whether some more rows fit without a drop. Called by the offering thread. */
    boolean hasRoom() {
        return closed || offered.getPlain() - taken.getAcquire() < rows - SPARE_ROWS;
    }

    /** Accepts nothing from now on, since nothing more is written; such rows do not count as dropped. */
    void close() {
        closed = true;
    }

    /** Takes all available rows. */
    void drain(RowReader reader) {
        long end = offered.getAcquire();
        for (long row = taken.getPlain(); row < end; row++) {
            reader.read(new Row((int) (row % rows)));
            taken.setRelease(row + 1);
        }
    }

    long droppedRows() {
        return dropped.getAcquire();
    }

    /** Receives one row, which is valid during the call only. */
    @FunctionalInterface
    interface RowReader {
        void read(Row row);
    }

    /** A view of one row of the ring. */
    final class Row {
        private final int slot;
        private final int start;

        private Row(int slot) {
            this.slot = slot;
            start = slot * rowCells;
        }

        long beforeNanos() {
            return cells[start + BEFORE];
        }

        long afterNanos() {
            return cells[start + AFTER];
        }

        boolean isPlanned() {
            return cells[start + PLANNED] == 1;
        }

        long dueNanos() {
            return cells[start + DUE];
        }

        boolean isPresent(int sensor) {
            return (cells[start + FIRST_MASK + sensor / BITS] >>> (sensor % BITS) & 1) == 1;
        }

        long cell(int sensor) {
            return cells[start + FIRST_MASK + maskCells + sensor];
        }

        /** Returns why a sensor could not be read; null if it was read, or nothing is known of it. */
        @Nullable
        String lostReason(int sensor) {
            return lostReasons[slot * sensorCount + sensor];
        }
    }
}
