package dev.ipw.energy.internal;

import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The growth of a counter other than energy since its first reading, over time: processor time. Growth between two
 * readings is assumed to be even. A counter that falls has restarted, as in a run that another process continued:
 * nothing is added for that step. One thread appends; any thread reads.
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
     * Limits the number of stored readings from now on. Whenever there are more, all but each eighth of the older half
     * are removed; growth up to a kept reading stays exact.
     *
     * @param readings the maximum number of readings
     */
    public void keepAtMost(int readings) {
        mostReadings = readings;
    }

    /**
     * Returns the number of stored readings.
     *
     * @return the number of readings
     */
    public int sampleCount() {
        return samples.size();
    }

    /**
     * Records a reading. A reading whose time does not advance is ignored; the next one includes its growth.
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
     * Records that the counter cannot be read.
     *
     * @param reason the reason
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
     * Returns the start of the series.
     *
     * @return the time of the first reading in nanoseconds; empty if there is none
     */
    public OptionalLong firstNanos() {
        SampleColumns readings = samples;
        return readings.size() == 0 ? OptionalLong.empty() : OptionalLong.of(readings.midpoint(0));
    }

    /**
     * Returns the end of the series.
     *
     * @return the time of the last reading in nanoseconds; empty if there is none
     */
    public OptionalLong lastNanos() {
        SampleColumns readings = samples;
        int size = readings.size();
        return size == 0 ? OptionalLong.empty() : OptionalLong.of(readings.midpoint(size - 1));
    }

    /**
     * Returns the part of a window that may lie outside the readings without counting as missing: three periods.
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
