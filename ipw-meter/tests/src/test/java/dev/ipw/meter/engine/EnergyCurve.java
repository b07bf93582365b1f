package dev.ipw.meter.engine;

import java.util.Arrays;

/**
 * The joules of one device as a function of time: straight lines between the ends of steps. Beyond the last of them it
 * idles. Any thread may read while the engine appends.
 */
final class EnergyCurve {
    private static final double NANOS_PER_SECOND = 1e9;

    private final double idleWatts;
    private long[] nanos = new long[1024];
    private double[] joules = new double[1024];
    private int size = 1;

    EnergyCurve(long startNanos, double idleWatts) {
        this.idleWatts = idleWatts;
        nanos[0] = startNanos;
    }

    /** Appends the joules used until a moment. */
    synchronized void append(long untilNanos, double used) {
        if (size == nanos.length) {
            nanos = Arrays.copyOf(nanos, 2 * size);
            joules = Arrays.copyOf(joules, 2 * size);
        }
        nanos[size] = untilNanos;
        joules[size] = joules[size - 1] + used;
        size++;
    }

    /** Forgets the curve before a moment, for an engine that runs for days. */
    synchronized void dropBefore(long atNanos) {
        int first = Math.max(0, index(atNanos) - 1);
        if (first > nanos.length / 2) {
            System.arraycopy(nanos, first, nanos, 0, size - first);
            System.arraycopy(joules, first, joules, 0, size - first);
            size -= first;
        }
    }

    /** Returns the joules from the start to a moment; zero before the start. */
    synchronized double joulesAt(long atNanos) {
        if (atNanos <= nanos[0]) {
            return joules[0];
        }
        if (atNanos >= nanos[size - 1]) {
            return joules[size - 1] + idleWatts * (atNanos - nanos[size - 1]) / NANOS_PER_SECOND;
        }
        int after = index(atNanos);
        double part = (double) (atNanos - nanos[after - 1]) / (nanos[after] - nanos[after - 1]);
        return joules[after - 1] + part * (joules[after] - joules[after - 1]);
    }

    /** Returns the first knot that is not before a moment. */
    private int index(long atNanos) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (nanos[middle] < atNanos) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    synchronized long startNanos() {
        return nanos[0];
    }
}
