package dev.ipw.energy.internal;

/**
 * The curve E(t) of the readings that a series had at one moment. Joules of power or of an estimate are straight from
 * reading to reading. A counter may move in steps far from each other and be read several times between them: its curve
 * is then straight from movement to movement, each placed in the middle between the last reading that shows the old
 * count and the first that shows the new one. A counter that moves between any two readings is assumed to show the
 * joules up to its reading.
 */
final class StepCurve {
    private final SampleColumns samples;
    private final StepMarks unknown;
    private final int count;
    private final boolean counted;

    StepCurve(SampleColumns samples, StepMarks unknown, int count, boolean counted) {
        this.samples = samples;
        this.unknown = unknown;
        this.count = count;
        this.counted = counted;
    }

    /** Returns E(t): flat before the first reading and after the last movement. */
    double joulesAt(long nanos, int index) {
        if (index == count - 1) {
            return samples.value(index);
        }
        return counted ? betweenMovements(nanos, index) : betweenReadings(nanos, index);
    }

    private double betweenReadings(long nanos, int index) {
        return between(nanos, samples.midpoint(index), index, samples.midpoint(index + 1), index + 1);
    }

    private double betweenMovements(long nanos, int index) {
        int left = runStart(index);
        int right = nextMovement(index);
        if (right == index + 1 && right < count && nanos >= movedNanos(right)) {
            left = right;
            right = nextMovement(right);
        }
        if (right == count || unknown.anyWithin(Math.max(left, index) + 1, right - 1)) {
            return samples.value(left);
        }
        return between(nanos, movedNanos(left), left, movedNanos(right), right);
    }

    private double between(long nanos, long leftNanos, int left, long rightNanos, int right) {
        double share = Math.clamp((double) (nanos - leftNanos) / (rightNanos - leftNanos), 0, 1);
        return samples.value(left) + share * (samples.value(right) - samples.value(left));
    }

    /**
     * Returns the first reading after one that shows more; the count if there is none. For joules that do not come from
     * a counter each reading counts. Searches outwards, so that the usual few readings take few comparisons.
     */
    int nextMovement(int index) {
        int stride = 1;
        int low = index;
        double shown = samples.value(index);
        while (low + stride < count && samples.value(low + stride) <= shown) {
            low += stride;
            stride *= 2;
        }
        int high = Math.min(count, low + stride);
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            if (samples.value(middle) <= shown) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    /** Returns the first reading with the same value as a given one, but none from before the counter restarted. */
    int runStart(int index) {
        int stride = 1;
        int high = index;
        double shown = samples.value(index);
        while (high - stride >= 0 && samples.value(high - stride) >= shown) {
            high -= stride;
            stride *= 2;
        }
        int low = Math.max(-1, high - stride);
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            if (samples.value(middle) >= shown) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return Math.max(high, unknown.lastUpTo(index));
    }

    /** Returns the time at which a counter moved to the value that a reading is the first to show. */
    private long movedNanos(int movement) {
        long here = samples.midpoint(movement);
        if (movement < 2 || unknown.anyWithin(movement - 1, movement)
                || samples.value(movement - 1) > samples.value(movement - 2)) {
            return here;
        }
        long before = samples.midpoint(movement - 1);
        // After a longer pause the movement can lie anywhere in it, and the reading shows the joules up to its end.
        boolean pause = here - before > 2 * (before - samples.midpoint(movement - 2));
        return pause ? here : before + (here - before) / 2;
    }
}
