package dev.ipw.engine.analysis;

import java.util.Arrays;

/** Hold one figure of each query in 8 bytes. */
public final class Figures {
    private static final int FIRST_ROOM = 1024;

    private double[] values;
    private int count;

    /** Holds none yet. */
    public Figures() {
        this(FIRST_ROOM);
    }

    /**
     * Holds none yet, with room for as many as will probably come.
     *
     * @param expected how many, at least 1
     */
    public Figures(int expected) {
        values = new double[expected];
    }

    /**
     * Takes in the figure of a query.
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
     * Returns the figures as they are kept.
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
