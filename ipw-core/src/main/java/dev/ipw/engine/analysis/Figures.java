package dev.ipw.engine.analysis;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/** Hold one figure of each query in 8 bytes. */
public final class Figures {
    private static final int FIRST_ROOM = 1024;

    private double[] values;
    private int count;

    /** Hold none yet. */
    public Figures() {
        this(FIRST_ROOM);
    }

    /**
     * Hold none yet, with room for as many as will probably come.
     *
     * @param expected how many, at least 1
     */
    public Figures(int expected) {
        values = new double[expected];
    }

    /**
     * Take in the figure of a query.
     *
     * @param value what was measured
     */
    public void add(double value) {
        if (count == values.length) {
            values = Arrays.copyOf(values, Math.max(FIRST_ROOM, count + (count >> 1)));
        }
        values[count++] = value;
    }

    /**
     * Count the figures.
     *
     * @return how many were taken in
     */
    public int count() {
        return count;
    }

    /**
     * Return the figures one after the other.
     *
     * @return in the order in which they were taken in, unless they were sorted
     */
    public DoubleStream stream() {
        return Arrays.stream(values, 0, count);
    }

    /**
     * Sort the figures; none can be added afterwards without disturbing the order.
     *
     * @return the figures in ascending order, shared and not copied
     */
    public double[] sorted() {
        trim();
        Arrays.sort(values);
        return values;
    }

    /**
     * Return the figures as they are kept.
     *
     * @return one for each that was taken in, shared and not copied
     */
    public double[] values() {
        trim();
        return values;
    }

    private void trim() {
        values = values.length == count ? values : Arrays.copyOf(values, count);
    }
}
