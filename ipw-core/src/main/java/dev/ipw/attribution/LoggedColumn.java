package dev.ipw.attribution;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** Hold one reading of one device over time. */
final class LoggedColumn {
    private long[] nanos = new long[256];
    private double[] values = new double[256];
    private int count;
    private boolean sorted = true;

    void add(long time, double value) {
        if (count == nanos.length) {
            nanos = Arrays.copyOf(nanos, count * 2);
            values = Arrays.copyOf(values, count * 2);
        }
        sorted &= count == 0 || time > nanos[count - 1];
        nanos[count] = time;
        values[count++] = value;
    }

    /** Put the readings in the order of their times. Of those of one moment the last counts. */
    void sort() {
        if (sorted) {
            return;
        }
        int[] order = IntStream.range(0, count).boxed()
                .sorted(Comparator.comparingLong((Integer reading) -> nanos[reading])).mapToInt(Integer::intValue)
                .toArray();
        LoggedColumn ordered = new LoggedColumn();
        for (int reading : order) {
            if (ordered.count > 0 && ordered.nanos[ordered.count - 1] == nanos[reading]) {
                ordered.count--;
            }
            ordered.add(nanos[reading], values[reading]);
        }
        nanos = ordered.nanos;
        values = ordered.values;
        count = ordered.count;
        sorted = true;
    }

    int count() {
        return count;
    }

    long nanos(int reading) {
        return nanos[reading];
    }

    double value(int reading) {
        return values[reading];
    }

    long lastNanos() {
        return nanos[count - 1];
    }

    double least() {
        return Arrays.stream(values, 0, count).min().orElse(0);
    }

    double most() {
        return Arrays.stream(values, 0, count).max().orElse(0);
    }

    /** Give the longest time between two readings; 0 without two. */
    long longestPauseNanos() {
        return Arrays.stream(distances()).max().orElse(0);
    }

    /** Take the median distance of two readings for the period of the log; there are at least two. */
    long periodNanos() {
        long[] distances = distances();
        Arrays.sort(distances);
        return Math.max(1, distances[distances.length / 2]);
    }

    private long[] distances() {
        return IntStream.range(1, count).mapToLong(reading -> nanos[reading] - nanos[reading - 1]).toArray();
    }
}
