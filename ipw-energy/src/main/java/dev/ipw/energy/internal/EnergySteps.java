package dev.ipw.energy.internal;

import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.TimeSpan;
import java.util.Arrays;
import java.util.BitSet;

/**
 * A series as steps between edges. An edge of a counter is a movement: it happened after the last reading that shows
 * less and before the first that shows it, and gives exactly the joules up to it. For other joules each reading is an
 * edge. The content of a reading may be as old as the sensor's resolution. Step i leads from edge i to edge i + 1.
 * Later readings of the series do not change the steps.
 */
public final class EnergySteps {
    /** Edges close to a step help to place it in time. */
    private static final int BESIDE = 8;

    private final MeteredDevice device;
    private final boolean counted;
    private final int count;
    private final long[] earliest;
    private final long[] latest;
    private final double[] joules;
    private final double[] lowest;
    private final double[] highest;
    private final BitSet movements;
    private final BitSet unknown;
    private final BitSet gaps;

    private EnergySteps(MeteredDevice device, Builder edges) {
        this.device = device;
        counted = edges.counted;
        count = edges.count;
        earliest = Arrays.copyOf(edges.earliest, count);
        latest = Arrays.copyOf(edges.latest, count);
        joules = Arrays.copyOf(edges.joules, count);
        lowest = Arrays.copyOf(edges.lowest, count);
        highest = Arrays.copyOf(edges.highest, count);
        movements = edges.movements;
        unknown = edges.unknown;
        gaps = edges.gaps;
    }

    /** Returns the steps of the readings from one, inclusive, to another, exclusive. */
    static EnergySteps of(MeteredDevice device, SeriesReadings readings, int from, int to, boolean counted) {
        Builder edges = new Builder(readings, counted, device.resolutionNanos(), from);
        for (int i = from; i < to; i++) {
            edges.add(i, i == to - 1);
        }
        return new EnergySteps(device, edges);
    }

    private EnergySteps(EnergySteps whole, int from, int to) {
        device = whole.device;
        counted = whole.counted;
        count = to - from;
        earliest = Arrays.copyOfRange(whole.earliest, from, to);
        latest = Arrays.copyOfRange(whole.latest, from, to);
        joules = Arrays.copyOfRange(whole.joules, from, to);
        lowest = Arrays.copyOfRange(whole.lowest, from, to);
        highest = Arrays.copyOfRange(whole.highest, from, to);
        movements = whole.movements.get(from, to);
        unknown = whole.unknown.get(from, to);
        gaps = whole.gaps.get(from, to);
    }

    /**
     * Returns part of the steps.
     *
     * @param span the part
     * @return the steps in it, with enough steps around it that every moment in it lies between two edges
     */
    public EnergySteps around(TimeSpan span) {
        int from = 0;
        while (from + 1 < count && latest[from + 1] <= span.startNanos()) {
            from++;
        }
        int to = count;
        while (to > from + 1 && earliest[to - 2] >= span.endNanos()) {
            to--;
        }
        return new EnergySteps(this, Math.max(0, from - BESIDE), Math.min(count, to + BESIDE));
    }

    /**
     * Counts the steps that lie wholly in an interval, for a counter from one movement to the next.
     *
     * @param span the interval
     * @return the number of steps
     */
    public int within(TimeSpan span) {
        int edges = 0;
        for (int edge = 0; edge < count; edge++) {
            boolean inside = earliest[edge] >= span.startNanos() && latest[edge] <= span.endNanos();
            edges += inside && (!counted || movements.get(edge)) ? 1 : 0;
        }
        return Math.max(0, edges - 1);
    }

    /**
     * Returns the device.
     *
     * @return the device and the origin of its joules
     */
    public MeteredDevice device() {
        return device;
    }

    /**
     * Returns whether the joules come from a counter that moves in steps.
     *
     * @return false if power was integrated or the joules are estimated
     */
    public boolean isCounted() {
        return counted;
    }

    /**
     * Counts the edges.
     *
     * @return the number of edges: one more than the number of steps, or zero
     */
    public int edges() {
        return count;
    }

    /**
     * Returns the earliest time of an edge.
     *
     * @param edge its index
     * @return nanoseconds on the clock of the readings
     */
    public long earliest(int edge) {
        return earliest[edge];
    }

    /**
     * Returns the latest time of an edge.
     *
     * @param edge its index
     * @return nanoseconds on the clock of the readings
     */
    public long latest(int edge) {
        return latest[edge];
    }

    /**
     * Returns the joules up to an edge.
     *
     * @param edge its index
     * @return joules since the series began
     */
    public double joules(int edge) {
        return joules[edge];
    }

    /**
     * Returns the lower bound of the joules up to an edge by the bounds of each reading.
     *
     * @param edge its index
     * @return joules since the series began; those of {@link #joules} if a counter shows them
     */
    public double lowestJoules(int edge) {
        return lowest[edge];
    }

    /**
     * Returns the upper bound of the joules up to an edge by the bounds of each reading.
     *
     * @param edge its index
     * @return joules since the series began; those of {@link #joules} if a counter shows them
     */
    public double highestJoules(int edge) {
        return highest[edge];
    }

    /**
     * Returns whether a counter moved at an edge. The first reading, the last, and those around a step whose joules are
     * unknown are edges where it need not have moved.
     *
     * @param edge its index
     * @return true if it moved
     */
    public boolean isMovement(int edge) {
        return movements.get(edge);
    }

    /**
     * Returns whether the joules of a step are unknown, because the counter restarted or too many readings are missing.
     *
     * @param step its index
     * @return true if they are
     */
    public boolean isUnknown(int step) {
        return unknown.get(step);
    }

    /**
     * Returns whether readings are missing in a step.
     *
     * @param step its index
     * @return true if they are
     */
    public boolean isGap(int step) {
        return gaps.get(step);
    }

    /** The edges of a series, collected reading by reading. */
    private static final class Builder {
        private final SampleColumns samples;
        private final SampleColumns lowestSamples;
        private final SampleColumns highestSamples;
        private final StepMarks unknownMarks;
        private final StepMarks gapMarks;
        private final boolean counted;
        private final boolean shaped;
        private final long resolutionNanos;
        private final int firstReading;
        private final BitSet movements = new BitSet();
        private final BitSet unknown = new BitSet();
        private final BitSet gaps = new BitSet();
        private long[] earliest = new long[64];
        private long[] latest = new long[64];
        private double[] joules = new double[64];
        private double[] lowest = new double[64];
        private double[] highest = new double[64];
        private int count;
        private int lastReading = -1;

        Builder(SeriesReadings readings, boolean counted, long resolutionNanos, int firstReading) {
            this.firstReading = firstReading;
            this.resolutionNanos = resolutionNanos;
            samples = readings.samples();
            lowestSamples = readings.lowest();
            highestSamples = readings.highest();
            unknownMarks = readings.unknown();
            gapMarks = readings.gaps();
            this.counted = counted;
            shaped = counted && readings.isBounded();
        }

        void add(int reading, boolean last) {
            if (count > 0 && gapMarks.anyWithin(reading, reading)) {
                gaps.set(count - 1);
            }
            if (reading > firstReading && unknownMarks.anyWithin(reading, reading)) {
                if (lastReading < reading - 1) {
                    append(reading - 1, samples.earliest(reading - 1));
                }
                unknown.set(count - 1);
                gaps.set(count - 1, gaps.get(count - 1) || gapMarks.anyWithin(reading, reading));
                append(reading, samples.earliest(reading));
            } else if (reading > firstReading && counted && samples.value(reading) > samples.value(reading - 1)) {
                movements.set(count);
                // Joules that power divides are those up to the reading itself, within its own bounds.
                append(reading, shaped
                        ? samples.earliest(reading)
                        : samples.earliest(reading - 1) - resolutionNanos);
            } else if (reading == firstReading || !counted || last) {
                append(reading, samples.earliest(reading));
            }
        }

        private void append(int reading, long from) {
            if (count == earliest.length) {
                earliest = Arrays.copyOf(earliest, count * 2);
                latest = Arrays.copyOf(latest, count * 2);
                joules = Arrays.copyOf(joules, count * 2);
                lowest = Arrays.copyOf(lowest, count * 2);
                highest = Arrays.copyOf(highest, count * 2);
            }
            earliest[count] = from;
            latest[count] = samples.latest(reading);
            joules[count] = samples.value(reading);
            lowest[count] = lowestSamples.value(reading);
            highest[count] = highestSamples.value(reading);
            count++;
            lastReading = reading;
        }
    }
}
