package dev.ipw.analysis.definition;

import java.util.Arrays;

/**
 * The gaps between the chunks of all requests. The first {@value #MAX_EXACT} are stored exactly; if there are more,
 * all are put into classes no wider than one part in 8,192, and each counts as the middle of its class, so that memory
 * is bounded.
 */
final class PooledGaps {
    static final int MAX_EXACT = 1 << 21;
    private static final int CLASS_BITS = 52 - 13;
    private static final int CLASSES = (int) (Double.doubleToRawLongBits(1L << 62) >>> CLASS_BITS) + 1;
    private static final int OFFSET = (int) (Double.doubleToRawLongBits(1.0) >>> CLASS_BITS) - 1;
    private static final double NANOS = 1e9;

    private double[] exact = new double[1 << 10];
    private long[] classes = new long[0];
    private int exactCount;
    private long count;
    private double sumNanos;

    void add(long[] chunkNanos) {
        for (int chunk = 1; chunk < chunkNanos.length; chunk++) {
            add((double) (chunkNanos[chunk] - chunkNanos[chunk - 1]));
        }
    }

    private void add(double nanos) {
        count++;
        sumNanos += nanos;
        store(nanos);
    }

    private void store(double nanos) {
        if (exactCount == MAX_EXACT) {
            pool();
        }
        if (classes.length > 0) {
            classes[classOf(nanos)]++;
            return;
        }
        if (exactCount == exact.length) {
            exact = Arrays.copyOf(exact, 2 * exactCount);
        }
        exact[exactCount++] = nanos;
    }

    /** Adds the gaps of others; none may be sorted yet. */
    void merge(PooledGaps others) {
        if (others.isPooled() && !isPooled()) {
            pool();
        }
        for (int gap = 0; gap < others.exactCount; gap++) {
            store(others.exact[gap]);
        }
        for (int index = 0; index < others.classes.length; index++) {
            classes[index] += others.classes[index];
        }
        count += others.count;
        sumNanos += others.sumNanos;
    }

    private void pool() {
        classes = new long[CLASSES - OFFSET];
        for (int gap = 0; gap < exactCount; gap++) {
            classes[classOf(exact[gap])]++;
        }
        exactCount = 0;
        exact = new double[0];
    }

    private static int classOf(double nanos) {
        return nanos < 1 ? 0 : (int) (Double.doubleToRawLongBits(nanos) >>> CLASS_BITS) - OFFSET;
    }

    /** Returns whether the gaps count as the middles of their classes. */
    boolean isPooled() {
        return classes.length > 0;
    }

    long count() {
        return count;
    }

    double meanSeconds() {
        return sumNanos / count / NANOS;
    }

    /** Sorts the gaps; none may be added afterwards. */
    void sort() {
        Arrays.sort(exact, 0, exactCount);
    }

    /** Returns a gap by its rank, the shortest at 0, in seconds. */
    double seconds(long rank) {
        if (!isPooled()) {
            return exact[Math.toIntExact(rank)] / NANOS;
        }
        long below = 0;
        int at = 0;
        while (below + classes[at] <= rank) {
            below += classes[at++];
        }
        return middle(at) / NANOS;
    }

    private static double middle(int at) {
        if (at == 0) {
            return 0;
        }
        double least = Double.longBitsToDouble((long) (at + OFFSET) << CLASS_BITS);
        return (least + Double.longBitsToDouble((long) (at + OFFSET + 1) << CLASS_BITS)) / 2;
    }
}
