package dev.ipw.energy.internal;

import java.time.Duration;
import java.util.Objects;

/**
 * The interruptions of a sensor that was lost and read again.
 *
 * @param times  the number of interruptions; at least one
 * @param total  the time from the last reading before each loss to the first after it, all together
 * @param reason the reason of the last loss
 */
public record SensorOutages(int times, Duration total, String reason) {
    /** Refuses nulls. */
    public SensorOutages {
        Objects.requireNonNull(total, "total");
        Objects.requireNonNull(reason, "reason");
    }

    SensorOutages plus(long nanos, String latestReason) {
        return new SensorOutages(times + 1, total.plusNanos(nanos), latestReason);
    }
}
