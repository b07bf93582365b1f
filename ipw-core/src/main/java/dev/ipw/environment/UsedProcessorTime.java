package dev.ipw.environment;

import org.apiguardian.api.API;

/**
 * Bounds of used processor time, summed over logical processors.
 *
 * @param leastSeconds the measured time, in seconds
 * @param mostSeconds  the maximum possible time, such as that after the last reading
 */
@API(status = API.Status.EXPERIMENTAL)
public record UsedProcessorTime(double leastSeconds, double mostSeconds) {
    /** Rejects a negative time, and a maximum below the minimum. */
    public UsedProcessorTime {
        if (!(leastSeconds >= 0 && mostSeconds >= leastSeconds && mostSeconds < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("Processor time lies between 0 and a number of seconds, not between "
                    + leastSeconds + " and " + mostSeconds);
        }
    }

    /**
     * Adds the time of other processes.
     *
     * @param other their time
     * @return the sum
     */
    public UsedProcessorTime plus(UsedProcessorTime other) {
        return new UsedProcessorTime(leastSeconds + other.leastSeconds, mostSeconds + other.mostSeconds);
    }
}
