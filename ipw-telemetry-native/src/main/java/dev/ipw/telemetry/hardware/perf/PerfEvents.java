package dev.ipw.telemetry.hardware.perf;

/** Count events of the kernel. For one thread at a time. */
interface PerfEvents {
    /**
     * Begins to count an event on one logical processor, for all processes.
     *
     * @param type      the number of the unit that counts, as its {@code type} file says
     * @param config    which of its events
     * @param processor the logical processor
     * @return a file descriptor, or the negative number of the error
     */
    int open(int type, long config, int processor);

    /**
     * Reads a counter.
     *
     * @param descriptor the open event
     * @return true if {@link #count()} now gives what has been counted since it was opened
     */
    boolean read(int descriptor);

    /** Returns the count that was read last. */
    long count();

    /**
     * Stops counting.
     *
     * @param descriptor the open event
     */
    void close(int descriptor);
}
