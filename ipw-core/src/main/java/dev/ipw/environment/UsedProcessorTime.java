package dev.ipw.environment;

/**
 * Hold processor time as far as it is known, summed over logical processors.
 *
 * @param leastSeconds what was read, in seconds
 * @param mostSeconds  what it can have been at most, such as the time after the last reading
 */
public record UsedProcessorTime(double leastSeconds, double mostSeconds) {
    /** Refuses a time below 0, and a most below the least. */
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
