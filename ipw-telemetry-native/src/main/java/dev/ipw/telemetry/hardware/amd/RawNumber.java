package dev.ipw.telemetry.hardware.amd;

/** One number of a card as the driver reports it, whole and without a unit. For one thread at a time. */
interface RawNumber extends AutoCloseable {
    /**
     * Reads the number.
     *
     * @return true if there is one, which {@link #value()} then returns; otherwise {@link #reason()} returns the reason
     */
    boolean read();

    /** Returns the number that was read last. */
    long value();

    /** Returns why the last reading failed, as a constant text; blank if the next one is likely to succeed. */
    String reason();

    /** Closes the underlying file. */
    @Override
    void close();
}
