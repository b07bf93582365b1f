package dev.ipw.energy;

import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Hold the values of an instant that one sensor gave: watts, bytes, percent, degrees. A value stands until the next one,
 * for at most three periods. One thread appends; any thread reads.
 */
public final class GaugeSeries {
    private static final int PERIODS_A_VALUE_STANDS = 3;

    private final SampleColumns samples = new SampleColumns();
    private final long longestStandNanos;
    private volatile @Nullable String lossReason;

    /**
     * Start recording a sensor.
     *
     * @param periodNanos the time between two readings when none is missing, in nanoseconds
     */
    public GaugeSeries(long periodNanos) {
        longestStandNanos = PERIODS_A_VALUE_STANDS * periodNanos;
    }

    /**
     * Take a reading. One whose time does not advance is left out, and so is one that is not finite.
     *
     * @param beforeNanos the clock before the sensor was read
     * @param afterNanos  the clock after it was read
     * @param value       the value
     */
    public void record(long beforeNanos, long afterNanos, double value) {
        if (Double.isFinite(value) && samples.append(beforeNanos, afterNanos, value)) {
            lossReason = null;
        }
    }

    /**
     * Note that the sensor cannot be read.
     *
     * @param reason why
     */
    public void lost(String reason) {
        lossReason = reason;
    }

    /**
     * Say why readings stopped.
     *
     * @return the reason; empty while the sensor answers
     */
    public Optional<String> lossReason() {
        return Optional.ofNullable(lossReason);
    }

    /**
     * Give the value that stood at a moment.
     *
     * @param nanos the moment
     * @return the last value up to then; empty if there is none, or it is older than three periods
     */
    public OptionalDouble valueAt(long nanos) {
        int index = samples.atOrBefore(nanos, samples.size());
        return index >= 0 && nanos - samples.midpoint(index) <= longestStandNanos
                ? OptionalDouble.of(samples.value(index))
                : OptionalDouble.empty();
    }

    /**
     * List the moments at which a window has a value: its start if one stood then, and each reading inside it.
     *
     * @param startNanos when the window begins
     * @param endNanos   when it ends; not before its start
     * @return the moments in order
     */
    public long[] momentsWithin(long startNanos, long endNanos) {
        int size = samples.size();
        int before = samples.atOrBefore(startNanos, size);
        int last = samples.atOrBefore(endNanos, size);
        int readings = last - before;
        int standing = valueAt(startNanos).isPresent() ? 1 : 0;
        long[] moments = new long[standing + readings];
        if (standing == 1) {
            moments[0] = startNanos;
        }
        for (int i = 0; i < readings; i++) {
            moments[standing + i] = samples.midpoint(before + 1 + i);
        }
        return moments;
    }
}
