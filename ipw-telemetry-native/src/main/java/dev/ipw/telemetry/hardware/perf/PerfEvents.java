package dev.ipw.telemetry.hardware.perf;

/** Counters of kernel events. For one thread at a time. */
interface PerfEvents {
    /**
     * Opens the counter of an event on one logical processor, for all processes.
     *
     * @param type      the number of the counting unit, from its {@code type} file
     * @param config    the number of the event in that unit
     * @param processor the logical processor
     * @return a file descriptor, or the negative number of the error
     */
    int open(int type, long config, int processor);

    /**
     * Reads a counter.
     *
     * @param descriptor the open event
     * @return true if {@link #count()} now returns the count since it was opened
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
