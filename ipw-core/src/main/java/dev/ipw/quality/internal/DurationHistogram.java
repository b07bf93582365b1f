package dev.ipw.quality.internal;

import dev.ipw.quality.RunValidity.Delays;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/** A histogram of durations in steps 1.6 percent wide, in constant memory. Any thread may add; nothing is allocated. */
final class DurationHistogram {
    /** Each doubling is cut into two to this power of steps, of equal width. */
    private static final int STEP_BITS = 6;
    private static final int STEPS = 1 << STEP_BITS;
    private static final double NANOS = 1e9;

    private final AtomicLongArray counts = new AtomicLongArray((Long.SIZE - STEP_BITS) * STEPS);
    private final AtomicLong sum = new AtomicLong();
    private final AtomicLong longest = new AtomicLong();

    /** Counts a duration; a negative one counts as zero. */
    void add(long nanos) {
        long duration = Math.max(0, nanos);
        counts.incrementAndGet(step(duration));
        sum.addAndGet(duration);
        if (duration > longest.get()) {
            longest.accumulateAndGet(duration, Math::max);
        }
    }

    private static int step(long nanos) {
        if (nanos < STEPS) {
            return (int) nanos;
        }
        int shift = Long.SIZE - 1 - Long.numberOfLeadingZeros(nanos) - STEP_BITS;
        return (shift << STEP_BITS) + (int) (nanos >>> shift);
    }

    /** Returns the middle of a step. */
    private static double nanos(int step) {
        if (step < 2 * STEPS) {
            return step;
        }
        int shift = (step >>> STEP_BITS) - 1;
        return Math.scalb((step & (STEPS - 1)) + STEPS + 0.5, shift);
    }

    long count() {
        long count = 0;
        for (int step = 0; step < counts.length(); step++) {
            count += counts.get(step);
        }
        return count;
    }

    /** Returns the number of durations beyond one, within the resolution of the steps. */
    long countAbove(double seconds) {
        long above = 0;
        for (int step = counts.length() - 1; step >= 0 && nanos(step) > seconds * NANOS; step--) {
            above += counts.get(step);
        }
        return above;
    }

    /** Returns a quantile in seconds; empty with too few values. */
    OptionalDouble quantileSeconds(double probability) {
        long count = count();
        // Rounded, since 1 - 0.9 is a little less than a tenth; any sample has a median.
        boolean tooFew = Math.round(count * (1 - probability) * 1e9) < 1e9;
        if (count == 0 || (tooFew && probability != 0.5)) {
            return OptionalDouble.empty();
        }
        long rank = Math.round(probability * (count - 1));
        long below = 0;
        int step = 0;
        while (below + counts.get(step) <= rank) {
            below += counts.get(step++);
        }
        return OptionalDouble.of(Math.min(nanos(step), (double) longest.get()) / NANOS);
    }

    Delays delays() {
        long count = count();
        if (count == 0) {
            return Delays.NONE;
        }
        return new Delays(count, OptionalDouble.of(sum.get() / NANOS / count), quantileSeconds(0.5),
                quantileSeconds(0.9), quantileSeconds(0.99), OptionalDouble.of(longest.get() / NANOS));
    }
}
