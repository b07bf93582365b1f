package dev.ipw.telemetry.hardware.process;

/** Read how much processor time a process has used. For one thread at a time. */
interface ProcessTime {
    /** Returns the name of the process and of the place where its time is read. */
    String source();

    /**
     * Looks again.
     *
     * @return true if the time below is of now; false if the process has ended
     */
    boolean read();

    /** Returns the time that it used, summed over logical processors, in nanoseconds; it never falls. */
    long cpuNanos();

    /** Releases what it holds. */
    void close();
}
