package dev.ipw.telemetry;

import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The readings of one tick. Used again for every tick, so that a tick allocates nothing. */
final class Tick implements SampleSink {
    private static final int LONGEST_REASON = 500;

    private final Sensor[] sensors;
    private final boolean[] counters;
    private final boolean[] present;
    private final long[] cells;
    private final @Nullable String[] lostReasons;
    private boolean planned;
    private long dueNanos;
    private long plannedStepNanos;
    private boolean late;

    private final AtomicLong refusals = new AtomicLong();
    private volatile String firstRefused = "";

    Tick(Sensor... sensors) {
        this.sensors = sensors.clone();
        counters = new boolean[sensors.length];
        for (int i = 0; i < sensors.length; i++) {
            counters[i] = sensors[i].quantity().isCounter();
        }
        present = new boolean[sensors.length];
        cells = new long[sensors.length];
        lostReasons = new @Nullable String[sensors.length];
    }

    void clear() {
        Arrays.fill(present, false);
        Arrays.fill(lostReasons, null);
        planned = false;
    }

    /** Removes a sensor's reading, or the report of its loss. */
    void remove(int sensor) {
        present[sensor] = false;
        lostReasons[sensor] = null;
    }

    /** Sets the due time of the tick. Not known for the first tick, and for readings with their own time. */
    void plan(long nanos) {
        planned = true;
        dueNanos = nanos;
    }

    boolean isPlanned() {
        return planned;
    }

    long dueNanos() {
        return dueNanos;
    }

    /** Records the result of {@link TickTiming}. */
    void judged(long stepNanos, boolean isLate) {
        plannedStepNanos = stepNanos;
        late = isLate;
    }

    long plannedStepNanos() {
        return plannedStepNanos;
    }

    boolean isLate() {
        return late;
    }

    @Override
    public void counter(int sensor, long counts) {
        if (!counters[sensor]) {
            throw new IllegalArgumentException("Sensor " + sensor + " is no counter; give its value to gauge()");
        }
        cells[sensor] = counts;
        present[sensor] = true;
    }

    @Override
    public void gauge(int sensor, double value) {
        if (counters[sensor]) {
            throw new IllegalArgumentException("Sensor " + sensor + " is a counter; give its counts to counter()");
        }
        if (!sensors[sensor].quantity().isPossible(value)) {
            refuse(sensors[sensor], value);
            return;
        }
        cells[sensor] = Double.doubleToRawLongBits(value);
        present[sensor] = true;
    }

    /** Records a refused reading. Only the thread that fills this tick may call it; any thread may read the result. */
    private void refuse(Sensor sensor, double value) {
        if (refusals.get() == 0) {
            firstRefused = value + " as " + sensor.quantity() + " of '" + sensor.source() + "'";
        }
        refusals.incrementAndGet();
    }

    /**
     * Returns a warning with the number of readings that were left out because their value is impossible, and the first
     * of them; empty if there were none.
     */
    Optional<String> refused(String source) {
        return refusals.get() == 0
                ? Optional.empty()
                : Optional
                        .of("The source " + source + " gave " + refusals + " readings that nothing can have, the first "
                                + firstRefused + "; they are left out, and what was used meanwhile may be missing");
    }

    @Override
    public void lost(int sensor, String reason) {
        lostReasons[sensor] = reason.length() <= LONGEST_REASON ? reason : reason.substring(0, LONGEST_REASON);
    }

    /** Records that no sensor could be read. */
    void allLost(String reason) {
        clear();
        for (int i = 0; i < lostReasons.length; i++) {
            lost(i, reason);
        }
    }

    /** Returns whether any sensor is reported lost and was not read. */
    boolean hasLoss() {
        for (int i = 0; i < lostReasons.length; i++) {
            if (lostReasons[i] != null && !present[i]) {
                return true;
            }
        }
        return false;
    }

    boolean isPresent(int sensor) {
        return present[sensor];
    }

    boolean isCounter(int sensor) {
        return counters[sensor];
    }

    long counts(int sensor) {
        return cells[sensor];
    }

    double value(int sensor) {
        return Double.longBitsToDouble(cells[sensor]);
    }

    /** Returns the reading in its spooled form: counts, or the bits of a value. */
    long cell(int sensor) {
        return cells[sensor];
    }

    /** Returns why a sensor could not be read; null if it was read, or nothing is known of it. */
    @Nullable
    String lostReason(int sensor) {
        return present[sensor] ? null : lostReasons[sensor];
    }
}
