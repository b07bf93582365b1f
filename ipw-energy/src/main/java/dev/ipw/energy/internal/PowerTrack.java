package dev.ipw.energy.internal;

import java.util.Arrays;

/**
 * The readings of a device's power since its counter last moved, and their integrals: by trapezoids, and the least and
 * the most if the power between two readings lies between them. A sensor that is updated less often than it is read
 * shows the same watts several times in a row: power then changes evenly from update to update, and can have jumped at
 * any time since the update before the last. Reused, and allocates only while it grows.
 */
final class PowerTrack {
    private static final double NANOS_PER_SECOND = 1e9;
    /** The longest time between two updates of a power sensor that is looked for. */
    static final long LONGEST_UPDATE_NANOS = 250_000_000L;
    // Over a longer time anything that was seen may have happened in between.
    private static final long LONGEST_READ_NANOS = 50_000_000L;

    private long[] before = new long[64];
    private long[] after = new long[64];
    private double[] watts = new double[64];
    private byte[] marks = new byte[64];
    private double[] joules = new double[64];
    private double[] lowest = new double[64];
    private double[] highest = new double[64];
    private int size;
    private double leastWatts = Double.POSITIVE_INFINITY;
    private double mostWatts;
    private boolean changed;
    private long changedNanos;
    private long updateNanos = Long.MAX_VALUE;

    void add(long beforeNanos, long afterNanos, double read, int mark) {
        if (size == before.length) {
            before = Arrays.copyOf(before, 2 * size);
            after = Arrays.copyOf(after, 2 * size);
            watts = Arrays.copyOf(watts, 2 * size);
            marks = Arrays.copyOf(marks, 2 * size);
            joules = Arrays.copyOf(joules, 2 * size);
            lowest = Arrays.copyOf(lowest, 2 * size);
            highest = Arrays.copyOf(highest, 2 * size);
        }
        leastWatts = Math.min(leastWatts, read);
        mostWatts = Math.max(mostWatts, read);
        before[size] = beforeNanos;
        after[size] = afterNanos;
        watts[size] = read;
        marks[size++] = (byte) mark;
        if (isUpdated()) {
            noteUpdate(middle(size - 1));
        }
    }

    /** The shortest time between two changes is that between two updates, as real power is never the same twice. */
    private void noteUpdate(long nanos) {
        if (changed) {
            updateNanos = Math.min(updateNanos, nanos - changedNanos);
        }
        changed = true;
        changedNanos = nanos;
    }

    /** Returns the time in which a change that a reading shows can have happened; 0 if the sensor is always up to date. */
    private long openNanos() {
        return updateNanos <= LONGEST_UPDATE_NANOS ? updateNanos + updateNanos / 4 : 0;
    }

    int size() {
        return size;
    }

    long before(int reading) {
        return before[reading];
    }

    long after(int reading) {
        return after[reading];
    }

    long middle(int reading) {
        return before[reading] + (after[reading] - before[reading]) / 2;
    }

    int marks(int reading) {
        return marks[reading];
    }

    /** Forgets the readings before the last one that lies before a moment. */
    void forgetBefore(long nanos) {
        int from = 0;
        while (from + 1 < size && middle(from + 1) <= nanos) {
            from++;
        }
        size -= from;
        System.arraycopy(before, from, before, 0, size);
        System.arraycopy(after, from, after, 0, size);
        System.arraycopy(watts, from, watts, 0, size);
        System.arraycopy(marks, from, marks, 0, size);
    }

    /** Returns whether the last reading shows another power than the one before. */
    boolean isUpdated() {
        return size > 1 && watts[size - 1] != watts[size - 2];
    }

    /** Integrates the readings, so that their joules can be asked for. */
    void integrate() {
        for (int i = 1; i < size; i++) {
            joules[i] = (watts[i - 1] + watts[i]) / 2;
            lowest[i] = Math.min(watts[i - 1], watts[i]);
            highest[i] = Math.max(watts[i - 1], watts[i]);
        }
        int before = 0;
        int updated = 0;
        for (int i = 1; i < size; i++) {
            if (middle(i) - middle(i - 1) > LONGEST_READ_NANOS) {
                lowest[i] = leastWatts;
                highest[i] = mostWatts;
            }
            if (watts[i] != watts[i - 1]) {
                spread(before, updated, i);
                before = updated;
                updated = i;
            }
        }
        for (int i = 1; i < size; i++) {
            double seconds = (middle(i) - middle(i - 1)) / NANOS_PER_SECOND;
            joules[i] = joules[i - 1] + joules[i] * seconds;
            lowest[i] = lowest[i - 1] + lowest[i] * seconds;
            highest[i] = highest[i - 1] + highest[i] * seconds;
        }
    }

    /** Lets power change evenly from one update to the next, and at any moment since the update before, in its bounds. */
    private void spread(int before, int updated, int next) {
        int from = Math.max(updated, next - 1);
        while (from > updated && middle(next) - middle(from - 1) <= openNanos()) {
            from--;
        }
        if (from == next - 1) {
            return;
        }
        double nanos = middle(next) - middle(from);
        double change = watts[next] - watts[from];
        for (int i = from + 1; i <= next; i++) {
            joules[i] = watts[from]
                    + change * ((middle(i - 1) - middle(from)) + (middle(i) - middle(from))) / 2 / nanos;
        }
        for (int i = next; i > before && middle(next) - middle(i - 1) <= 2 * openNanos(); i--) {
            lowest[i] = Math.min(lowest[i], watts[next]);
            highest[i] = Math.max(highest[i], watts[next]);
        }
    }

    double joulesAt(long nanos) {
        return at(joules, nanos);
    }

    double lowestAt(long nanos) {
        return at(lowest, nanos);
    }

    double highestAt(long nanos) {
        return at(highest, nanos);
    }

    /** Returns the first reading that does not lie before a moment; the size if there is none. */
    private int firstFrom(long nanos) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (middle(middle) < nanos) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Outside of the readings, the nearest one goes on. */
    private double at(double[] integral, long nanos) {
        if (size == 0) {
            return 0;
        }
        int next = firstFrom(nanos);
        if (next == 0 || next == size) {
            int edge = next == 0 ? 0 : size - 1;
            return integral[edge] + watts[edge] * (nanos - middle(edge)) / NANOS_PER_SECOND;
        }
        double share = (double) (nanos - middle(next - 1)) / (middle(next) - middle(next - 1));
        return integral[next - 1] + share * (integral[next] - integral[next - 1]);
    }
}
