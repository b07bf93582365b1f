package dev.ipw.telemetry.hardware.host;

/** Read how long the machine's logical processors have been busy. For one thread at a time. */
public interface ProcessorTime {
    /**
     * Returns where it is read.
     *
     * @return the place in words
     */
    String source();

    /**
     * Counts the logical processors that are online.
     *
     * @return how many
     */
    int logicalProcessors();

    /**
     * Looks again.
     *
     * @return true if the times below are of now; false if they could not be read
     */
    boolean read();

    /**
     * Returns the time in which processors worked, summed over all of them.
     *
     * @return nanoseconds
     */
    long busyNanos();

    /**
     * Returns the time in which they worked or could have, summed over all of them.
     *
     * @return nanoseconds
     */
    long totalNanos();

    /** Releases what it holds. */
    void close();
}
