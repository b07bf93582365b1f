package dev.ipw.energy.internal;

import java.util.concurrent.TimeUnit;

/**
 * The choice of the ticks in which a counter is read that takes long to be read. At first it is read in each tick, until
 * its step is known. From then on, a look at it begins in the last tick before it is due to move, and ends with the tick
 * that finds it moved: mostly two readings, which enclose the movement. Where ticks are as far apart as its steps, it is
 * read in each. For one thread at a time, but for {@link #hasten}.
 */
public final class CounterPace {
    /** The number of movements that are watched to learn the step. */
    private static final int MOVEMENTS_TO_LEARN = 7;
    private static final long USUAL_STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final double LONGEST_TICK = 1.15;
    private static final double PATIENT_STEPS = 2.5;
    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    private final long periodNanos;
    private boolean looking = true;
    private volatile boolean hastened;
    private long lookSinceNanos;
    private long dueNanos;
    private boolean ticked;
    private long tickNanos;
    private long tickStepNanos;
    private boolean read;
    private long readNanos;
    private long counts;
    private int seen;
    private double stepNanos;
    private long firstNanos;
    private long steps;
    private long movedNanos;
    private long openNanos;

    /**
     * Creates the choice.
     *
     * @param periodNanos the time between two looks
     */
    public CounterPace(long periodNanos) {
        this.periodNanos = periodNanos;
    }

    /**
     * Returns whether to read the counter in a tick.
     *
     * @param nanos the time of the tick; called once for each
     * @return true if {@link #note} follows
     */
    public boolean isDue(long nanos) {
        tickStepNanos = ticked ? nanos - tickNanos : 0;
        tickNanos = nanos;
        if (!ticked) {
            lookSinceNanos = nanos;
            ticked = true;
        }
        if (!looking && (hastened || nanos - dueNanos >= 0) && isAboutToMove(nanos)) {
            hastened = false;
            looking = true;
            lookSinceNanos = nanos;
            read = false;
        }
        if (looking && nanos - lookSinceNanos > patienceNanos()) {
            // It stands still, or moves otherwise than before: learn its step anew, not at once.
            looking = false;
            dueNanos = nanos + periodNanos;
            seen = 0;
        }
        return looking || tickStepNanos > (stepNanos > 0 ? stepNanos : USUAL_STEP_NANOS);
    }

    /** Begins the next look at the next movement, since somebody waits for it. Any thread may call it. */
    public void hasten() {
        hastened = true;
    }

    private double patienceNanos() {
        return seen < MOVEMENTS_TO_LEARN ? (1L + seen) * PATIENCE_NANOS : PATIENT_STEPS * stepNanos;
    }

    private boolean isAboutToMove(long nanos) {
        if (seen < MOVEMENTS_TO_LEARN) {
            return true;
        }
        double unsure = openNanos(nanos);
        double next = movedNanos + Math.ceil((nanos - movedNanos) / stepNanos) * stepNanos;
        return unsure > stepNanos / 2 || next - nanos <= LONGEST_TICK * tickStepNanos + unsure;
    }

    /** Returns by how much the next movement may come earlier or later: as the step is known from those that were seen. */
    private double openNanos(long nanos) {
        return openNanos / 2.0 + openNanos * ((double) (nanos - movedNanos) / Math.max(1, movedNanos - firstNanos));
    }

    /**
     * Takes note of a reading.
     *
     * @param nanos the time of the tick
     * @param shown the counts
     */
    public void note(long nanos, long shown) {
        boolean moved = read && shown != counts;
        long sinceNanos = nanos - readNanos;
        if (moved && looking && (seen < MOVEMENTS_TO_LEARN || sinceNanos < stepNanos / 2)) {
            see(nanos - sinceNanos / 2, sinceNanos);
            if (seen >= MOVEMENTS_TO_LEARN) {
                end(nanos);
            }
        }
        read = true;
        readNanos = nanos;
        counts = shown;
    }

    private void see(long nanos, long widthNanos) {
        boolean learnt = seen >= MOVEMENTS_TO_LEARN;
        boolean lost = learnt && openNanos(nanos) > stepNanos / 2;
        if (seen == 0 || lost) {
            firstNanos = nanos;
            steps = 0;
        } else {
            steps += learnt ? Math.max(1, Math.round((nanos - movedNanos) / stepNanos)) : 1;
            stepNanos = (double) (nanos - firstNanos) / steps;
        }
        seen = lost ? 1 : Math.min(MOVEMENTS_TO_LEARN, seen + 1);
        movedNanos = nanos;
        openNanos = widthNanos;
    }

    /** A step that was seen a few times is not known well enough to foretell a movement far ahead. */
    private void end(long nanos) {
        looking = false;
        dueNanos = nanos + Math.min(periodNanos, Math.max(movedNanos - firstNanos, (long) (2 * stepNanos)));
    }
}
