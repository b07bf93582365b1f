package dev.ipw.energy.internal;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The instantaneous values of one sensor: watts, bytes, percent, degrees. A value is valid until the next one or until
 * the sensor is lost, for at most three periods and at least three seconds. One thread appends; any thread reads.
 */
public final class GaugeSeries {
    private static final int PERIODS_A_VALUE_STANDS = 3;
    // Sensors may be read only once a second, however often their source is read.
    private static final long SLOWEST_PERIOD_NANOS = 1_000_000_000L;
    // The absence of a value from a loss onward, inside this class only.
    private static final double NO_VALUE = Double.NaN;

    private volatile SampleColumns samples = new SampleColumns();
    private final long longestStandNanos;
    private volatile @Nullable String lossReason;
    private int mostReadings = Integer.MAX_VALUE;

    /**
     * Starts recording a sensor.
     *
     * @param periodNanos the time between two readings when none is missing, in nanoseconds
     */
    public GaugeSeries(long periodNanos) {
        longestStandNanos = PERIODS_A_VALUE_STANDS * Math.max(periodNanos, SLOWEST_PERIOD_NANOS);
    }

    /**
     * Limits the number of stored readings from now on. Whenever there are more, all but each eighth of the older half
     * are removed.
     *
     * @param readings the maximum number of readings
     */
    public void keepAtMost(int readings) {
        mostReadings = readings;
    }

    /**
     * Returns the number of stored readings.
     *
     * @return the number of readings, where each loss counts as one
     */
    public int sampleCount() {
        return samples.size();
    }

    /**
     * Records a reading. A reading whose time does not advance is ignored, and so is one that is not finite.
     *
     * @param beforeNanos the clock before the sensor was read
     * @param afterNanos  the clock after it was read
     * @param value       the value
     */
    public void record(long beforeNanos, long afterNanos, double value) {
        if (Double.isFinite(value) && append(beforeNanos, afterNanos, value)) {
            lossReason = null;
        }
    }

    /**
     * Records that the sensor cannot be read.
     *
     * @param beforeNanos the clock before the attempt
     * @param afterNanos  the clock after the attempt
     * @param reason      the reason
     */
    public void lost(long beforeNanos, long afterNanos, String reason) {
        if (lossReason == null) {
            append(beforeNanos, afterNanos, NO_VALUE);
        }
        lossReason = reason;
    }

    private boolean append(long beforeNanos, long afterNanos, double value) {
        if (samples.size() >= mostReadings) {
            samples = samples.thinned(Thinning.ofHalf(mostReadings));
        }
        return samples.append(beforeNanos, afterNanos, value);
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
     * Returns the value at a moment.
     *
     * @param nanos the moment
     * @return the last value up to then; empty if there is none, the sensor was lost since, or the value is too old
     */
    public OptionalDouble valueAt(long nanos) {
        return valueAt(nanos, samples);
    }

    private OptionalDouble valueAt(long nanos, SampleColumns readings) {
        int index = readings.atOrBefore(nanos, readings.size());
        return index >= 0 && nanos - readings.midpoint(index) <= longestStandNanos
                && !Double.isNaN(readings.value(index))
                        ? OptionalDouble.of(readings.value(index))
                        : OptionalDouble.empty();
    }

    /**
     * Lists the moments at which a window has a value: its start if a value was valid then, and each reading inside it.
     *
     * @param startNanos the start of the window
     * @param endNanos   the end of the window; not before its start
     * @return the moments in order
     */
    public long[] momentsWithin(long startNanos, long endNanos) {
        SampleColumns readings = samples;
        int size = readings.size();
        int before = readings.atOrBefore(startNanos, size);
        int last = readings.atOrBefore(endNanos, size);
        int standing = valueAt(startNanos, readings).isPresent() ? 1 : 0;
        long[] moments = new long[standing + last - before];
        int found = 0;
        if (standing == 1) {
            moments[found++] = startNanos;
        }
        for (int i = before + 1; i <= last; i++) {
            if (!Double.isNaN(readings.value(i))) {
                moments[found++] = readings.midpoint(i);
            }
        }
        return Arrays.copyOf(moments, found);
    }
}
