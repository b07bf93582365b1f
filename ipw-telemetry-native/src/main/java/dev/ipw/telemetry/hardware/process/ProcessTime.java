package dev.ipw.telemetry.hardware.process;

/** The processor time of a process. For one thread at a time. */
interface ProcessTime {
    /** Returns the name of the process and of the place where its time is read. */
    String source();

    /**
     * Reads the time again.
     *
     * @return true if the time below is current; false if the process has ended
     */
    boolean read();

    /** Returns the time used, summed over logical processors, in nanoseconds; it never falls. */
    long cpuNanos();

    /** Releases its resources. */
    void close();
}
