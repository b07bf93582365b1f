package dev.ipw.telemetry.hardware.host;

/** The machine's memory in use. For one thread at a time. */
interface MemoryUse {
    /** Returns the place where it is read, in plain words. */
    String source();

    /**
     * Reads the figures again.
     *
     * @return true if the figures below are current; false if they could not be read
     */
    boolean read();

    /** Returns the bytes that are not available to a new program. */
    long usedBytes();

    /** Returns the total bytes. */
    long totalBytes();

    /** Releases its resources. */
    void close();
}
