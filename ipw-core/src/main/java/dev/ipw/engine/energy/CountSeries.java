package dev.ipw.engine.energy;

import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Hold what a counter that is no energy has grown since its first reading, over time: processor time. Between two readings
 * it is taken to grow evenly. A counter that falls has started anew, as in a run that another process went on with: nothing
 * is added for that step. One thread appends; any thread reads.
 */
public final class CountSeries {
    private static final int PERIODS_IN_A_GAP = 3;

    private volatile SampleColumns samples = new SampleColumns();
    private int mostReadings = Integer.MAX_VALUE;
    private final long periodNanos;
    private boolean begun;
    private long previousCounts;
    private long grown;
    private volatile @Nullable String lossReason;

    /**
     * Starts recording a counter.
     *
     * @param periodNanos the time between two readings when none is missing, in nanoseconds
     */
    public CountSeries(long periodNanos) {
        this.periodNanos = periodNanos;
    }

    /**
     * Holds no more than so many readings from now on. Whenever there are more, all but each eighth of the older half are
     * left out; growth up to a reading that is kept stays exact.
     *
     * @param readings how many
     */
    public void keepAtMost(int readings) {
        mostReadings = readings;
    }

    /**
     * Counts the readings that are held.
     *
     * @return how many there are
     */
    public int sampleCount() {
        return samples.size();
    }

    /**
     * Takes a reading. One whose time does not advance is left out; the next one makes up for it.
     *
     * @param beforeNanos the clock before the counter was read
     * @param afterNanos  the clock after it was read
     * @param counts      the raw counts
     */
    public void record(long beforeNanos, long afterNanos, long counts) {
        long total = grown + (begun ? Math.max(0, counts - previousCounts) : 0);
        if (samples.size() >= mostReadings) {
            samples = samples.thinned(Thinning.ofHalf(mostReadings));
        }
        if (samples.append(beforeNanos, afterNanos, (double) total)) {
            grown = total;
            previousCounts = counts;
            begun = true;
            lossReason = null;
        }
    }

    /**
     * Notes that the counter cannot be read.
     *
     * @param reason why
     */
    public void lost(String reason) {
        lossReason = reason;
    }

    /**
     * Returns why readings stopped.
     *
     * @return the reason; empty while the sensor answers
     */
    public Optional<String> lossReason() {
        return Optional.ofNullable(lossReason);
    }

    /**
     * Returns when the series begins.
     *
     * @return the time of the first reading in nanoseconds; empty if there is none
     */
    public OptionalLong firstNanos() {
        SampleColumns readings = samples;
        return readings.size() == 0 ? OptionalLong.empty() : OptionalLong.of(readings.midpoint(0));
    }

    /**
     * Returns how far the series reaches.
     *
     * @return the time of the last reading in nanoseconds; empty if there is none
     */
    public OptionalLong lastNanos() {
        SampleColumns readings = samples;
        int size = readings.size();
        return size == 0 ? OptionalLong.empty() : OptionalLong.of(readings.midpoint(size - 1));
    }

    /**
     * Returns how much of a window may lie outside the readings without being missed: three periods.
     *
     * @return nanoseconds
     */
    public long slackNanos() {
        return PERIODS_IN_A_GAP * periodNanos;
    }

    /**
     * Returns the growth from one moment to another; flat before the first reading and after the last.
     *
     * @param startNanos the first moment
     * @param endNanos   the second; not before the first
     * @return counts, interpolated between the readings around each moment
     */
    public double between(long startNanos, long endNanos) {
        SampleColumns readings = samples;
        int size = readings.size();
        return size == 0 ? 0 : at(endNanos, readings, size) - at(startNanos, readings, size);
    }

    private static double at(long nanos, SampleColumns readings, int size) {
        int index = readings.atOrBefore(nanos, size);
        if (index < 0 || index == size - 1) {
            return readings.value(Math.max(0, index));
        }
        double share = (double) (nanos - readings.midpoint(index))
                / (readings.midpoint(index + 1) - readings.midpoint(index));
        return readings.value(index) + share * (readings.value(index + 1) - readings.value(index));
    }
}
