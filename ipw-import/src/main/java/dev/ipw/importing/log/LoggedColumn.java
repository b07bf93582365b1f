package dev.ipw.importing.log;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** The readings of one kind of one device over time, and their lines. */
final class LoggedColumn {
    private long[] nanos = new long[256];
    private double[] values = new double[256];
    private long[] lines = new long[256];
    private int count;
    private int backwards;
    private long firstBackwards;
    private int contradicted;
    private long firstContradicted;

    void add(long line, long time, double value) {
        if (count > 0 && time < nanos[count - 1]) {
            firstBackwards = backwards++ == 0 ? line : firstBackwards;
        }
        append(line, time, value);
    }

    private void append(long line, long time, double value) {
        if (count == nanos.length) {
            nanos = Arrays.copyOf(nanos, count * 2);
            values = Arrays.copyOf(values, count * 2);
            lines = Arrays.copyOf(lines, count * 2);
        }
        nanos[count] = time;
        values[count] = value;
        lines[count++] = line;
    }

    /** Sorts the readings by their times. Of those at the same moment the last counts. */
    void sort() {
        if (IntStream.range(1, count).allMatch(reading -> nanos[reading] > nanos[reading - 1])) {
            return;
        }
        int[] order = IntStream.range(0, count).boxed()
                .sorted(Comparator.comparingLong((Integer reading) -> nanos[reading])).mapToInt(Integer::intValue)
                .toArray();
        LoggedColumn ordered = new LoggedColumn();
        for (int reading : order) {
            if (ordered.count > 0 && ordered.nanos[ordered.count - 1] == nanos[reading]) {
                ordered.count--;
                if (ordered.values[ordered.count] != values[reading]) {
                    firstContradicted = contradicted++ == 0 ? ordered.lines[ordered.count] : firstContradicted;
                }
            }
            ordered.append(lines[reading], nanos[reading], values[reading]);
        }
        nanos = ordered.nanos;
        values = ordered.values;
        lines = ordered.lines;
        count = ordered.count;
    }

    /** Counts the readings that follow one of a later time in the file. */
    int backwards() {
        return backwards;
    }

    /** Returns the line of the first of these readings. */
    long firstBackwards() {
        return firstBackwards;
    }

    /** Counts the readings that are contradicted and replaced by another one at the same moment. */
    int contradicted() {
        return contradicted;
    }

    /** Returns the line of the first of these readings. */
    long firstContradicted() {
        return firstContradicted;
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

    long line(int reading) {
        return lines[reading];
    }

    /** Finds the reading of a moment; the one before it if there is none. */
    int at(long time) {
        int found = Arrays.binarySearch(nanos, 0, count, time);
        return Math.max(0, found >= 0 ? found : -found - 2);
    }

    long lastNanos() {
        return nanos[count - 1];
    }

    double[] sortedValues() {
        double[] sorted = Arrays.copyOf(values, count);
        Arrays.sort(sorted);
        return sorted;
    }

    /** Returns the longest time between two readings; 0 without two. */
    long longestPauseNanos() {
        return Arrays.stream(distances()).max().orElse(0);
    }

    /**
     * Returns the median distance of two readings, which is taken for the period of the log; there are at least two.
     */
    long periodNanos() {
        long[] distances = distances();
        Arrays.sort(distances);
        return Math.max(1, distances[distances.length / 2]);
    }

    private long[] distances() {
        return IntStream.range(1, count).mapToLong(reading -> nanos[reading] - nanos[reading - 1]).toArray();
    }
}
