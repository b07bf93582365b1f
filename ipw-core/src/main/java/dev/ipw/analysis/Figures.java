package dev.ipw.analysis;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/** Hold one figure of each query in 8 bytes. */
final class Figures {
    private double[] values = new double[1024];
    private int count;

    void add(double value) {
        if (count == values.length) {
            values = Arrays.copyOf(values, count + (count >> 1));
        }
        values[count++] = value;
    }

    int count() {
        return count;
    }

    DoubleStream stream() {
        return Arrays.stream(values, 0, count);
    }

    /** Give the figures in ascending order; none can be added afterwards without disturbing it. */
    double[] sorted() {
        values = Arrays.copyOf(values, count);
        Arrays.sort(values);
        return values;
    }
}
