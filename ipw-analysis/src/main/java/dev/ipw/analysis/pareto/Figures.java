package dev.ipw.analysis.pareto;

import java.util.Arrays;

/** A list of numbers, one per query in 8 bytes. */
public final class Figures {
    private static final int FIRST_ROOM = 1024;

    private double[] values;
    private int count;

    /** Creates an empty list. */
    public Figures() {
        this(FIRST_ROOM);
    }

    /**
     * Creates an empty list with room for the expected number.
     *
     * @param expected the expected number, at least 1
     */
    public Figures(int expected) {
        values = new double[expected];
    }

    /**
     * Adds the figure of a query.
     *
     * @param value the measured value
     */
    public void add(double value) {
        if (count == values.length) {
            values = Arrays.copyOf(values, Math.max(FIRST_ROOM, count + (count >> 1)));
        }
        values[count++] = value;
    }

    /**
     * Returns the figures without copying them.
     *
     * @return the figures in the order in which they were added
     */
    public double[] values() {
        trim();
        return values;
    }

    private void trim() {
        values = values.length == count ? values : Arrays.copyOf(values, count);
    }
}
