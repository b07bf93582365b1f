package dev.ipw.telemetry.hardware.host;

/** Read how long the machine's logical processors have been busy. For one thread at a time. */
public interface ProcessorTime {
    /**
     * Return where it is read.
     *
     * @return the place in words
     */
    String source();

    /**
     * Count the logical processors that are online.
     *
     * @return how many
     */
    int logicalProcessors();

    /**
     * Look again.
     *
     * @return true if the times below are of now; false if they could not be read
     */
    boolean read();

    /**
     * Return the time in which processors worked, summed over all of them.
     *
     * @return nanoseconds
     */
    long busyNanos();

    /**
     * Return the time in which they worked or could have, summed over all of them.
     *
     * @return nanoseconds
     */
    long totalNanos();

    /** Release what it holds. */
    void close();
}
