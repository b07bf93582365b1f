package dev.ipw.energy.simulation.engine;

import java.util.Arrays;

/** Power that is steady between edges, seen through a board that follows it with an exponential lag. */
final class PowerTimeline {
    private final double lagSeconds;
    private long[] edges = new long[1024];
    private double[] watts = new double[1024];
    private double[] joules = new double[1024];
    private double[] seenWatts = new double[1024];
    private int count;

    /** Begin at {@code startNanos} with a board that has long drawn {@code watts}. */
    PowerTimeline(long startNanos, double watts, double lagSeconds) {
        this.lagSeconds = lagSeconds;
        edges[0] = startNanos;
        seenWatts[0] = watts;
        this.watts[0] = watts;
        count = 1;
    }

    /** Draw {@code power} from the last edge to {@code endNanos}; returns the joules. */
    double append(long endNanos, double power) {
        int last = count - 1;
        if (endNanos <= edges[last]) {
            return 0;
        }
        if (count == edges.length) {
            grow();
        }
        double seconds = (endNanos - edges[last]) * 1e-9;
        edges[count] = endNanos;
        watts[count] = power;
        joules[count] = joules[last] + power * seconds;
        seenWatts[count] = seen(last, power, seconds);
        count++;
        return power * seconds;
    }

    long endNanos() {
        return edges[count - 1];
    }

    long startNanos() {
        return edges[0];
    }

    /** Return the power drawn at a moment, before any lag. */
    double wattsAt(long nanos) {
        return watts[Math.min(count - 1, segmentStart(nanos) + 1)];
    }

    /** Return the joules that flowed into the board from the start to {@code nanos}. */
    double joulesUntil(long nanos) {
        int start = segmentStart(nanos);
        if (start == count - 1) {
            return joules[start] - lagSeconds * (seenWatts[start] - seenWatts[0]);
        }
        double power = watts[start + 1];
        double seconds = (nanos - edges[start]) * 1e-9;
        return joules[start] + power * seconds - lagSeconds * (seen(start, power, seconds) - seenWatts[0]);
    }

    private double seen(int edge, double power, double seconds) {
        return lagSeconds == 0
                ? power
                : power + (seenWatts[edge] - power) * Math.exp(-seconds / lagSeconds);
    }

    private int segmentStart(long nanos) {
        int found = Arrays.binarySearch(edges, 0, count, nanos);
        return found >= 0 ? found : Math.max(0, -found - 2);
    }

    private void grow() {
        int size = 2 * edges.length;
        edges = Arrays.copyOf(edges, size);
        watts = Arrays.copyOf(watts, size);
        joules = Arrays.copyOf(joules, size);
        seenWatts = Arrays.copyOf(seenWatts, size);
    }
}
