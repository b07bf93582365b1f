package dev.ipw.energy.internal;

/**
 * Consecutive readings of a series with the marks of the steps to them, for a copy of the series elsewhere.
 *
 * @param midNanos       the time of each reading
 * @param halfWidthNanos half the time in which each may have been taken
 * @param joules         the joules since the series began
 * @param lowest         the lower bound of each reading; empty unless the series has bounds of its own
 * @param highest        the upper bound of each reading; empty likewise
 * @param marks          the marks of the step to each reading, added up
 */
public record SeriesPart(long[] midNanos, long[] halfWidthNanos, double[] joules, double[] lowest, double[] highest,
        byte[] marks) {
    static final int RESET = 1;
    static final int WRAP = 2;
    static final int GAP = 4;
    static final int UNKNOWN = 8;
    static final int THROTTLED = 16;
    static final int LATE = 32;

    /**
     * Counts the readings.
     *
     * @return their number
     */
    public int size() {
        return midNanos.length;
    }

    /** Copies the readings from one, inclusive, to another, exclusive. */
    static SeriesPart of(SeriesReadings readings, int from, int to) {
        int count = Math.max(0, to - from);
        SeriesPart part = new SeriesPart(new long[count], new long[count], new double[count],
                new double[readings.isBounded() ? count : 0], new double[readings.isBounded() ? count : 0],
                new byte[count]);
        for (int i = 0; i < count; i++) {
            int reading = from + i;
            part.midNanos[i] = readings.samples().midpoint(reading);
            part.halfWidthNanos[i] = readings.samples().latest(reading) - part.midNanos[i];
            part.joules[i] = readings.samples().value(reading);
            if (readings.isBounded()) {
                part.lowest[i] = readings.lowest().value(reading);
                part.highest[i] = readings.highest().value(reading);
            }
        }
        part.mark(readings.resets(), from, RESET);
        part.mark(readings.wraps(), from, WRAP);
        part.mark(readings.gaps(), from, GAP);
        part.mark(readings.unknown(), from, UNKNOWN);
        part.mark(readings.throttled(), from, THROTTLED);
        part.mark(readings.late(), from, LATE);
        return part;
    }

    private void mark(StepMarks steps, int from, int mark) {
        for (int step : steps.within(from, from + size() - 1)) {
            marks[step - from] |= (byte) mark;
        }
    }
}
