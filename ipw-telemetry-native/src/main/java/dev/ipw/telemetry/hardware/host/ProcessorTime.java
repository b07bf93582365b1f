package dev.ipw.telemetry.hardware.host;

/** The busy time of the machine's logical processors. For one thread at a time. */
public interface ProcessorTime {
    /**
     * Returns the place where it is read.
     *
     * @return the place in plain words
     */
    String source();

    /**
     * Counts the logical processors that are online.
     *
     * @return the number of processors
     */
    int logicalProcessors();

    /**
     * Reads the times again.
     *
     * @return true if the times below are current; false if they could not be read
     */
    boolean read();

    /**
     * Returns the time in which processors worked, summed over all of them.
     *
     * @return nanoseconds
     */
    long busyNanos();

    /**
     * Returns the time in which processors worked or could have worked, summed over all of them.
     *
     * @return nanoseconds
     */
    long totalNanos();

    /** Releases its resources. */
    void close();
}
