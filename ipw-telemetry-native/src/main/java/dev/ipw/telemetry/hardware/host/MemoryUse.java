package dev.ipw.telemetry.hardware.host;

/** Read how much of the machine's memory is in use. For one thread at a time. */
interface MemoryUse {
    /** Returns where it is read, in words. */
    String source();

    /**
     * Looks again.
     *
     * @return true if the figures below are of now; false if they could not be read
     */
    boolean read();

    /** Returns the bytes that are not available to a new program. */
    long usedBytes();

    /** Returns the bytes there are. */
    long totalBytes();

    /** Releases what it holds. */
    void close();
}
