package dev.ipw.telemetry.hardware.amd;

/** Read one number of a card as the driver reports it, whole and without a unit. For one thread at a time. */
interface RawNumber extends AutoCloseable {
    /**
     * Reads it.
     *
     * @return true if there is one, which {@link #value()} then gives; {@link #reason()} says why not
     */
    boolean read();

    /** Returns the number that was read last. */
    long value();

    /** Returns why the last reading failed, as a constant text; blank if the next one may well succeed. */
    String reason();

    /** Closes what it reads from. */
    @Override
    void close();
}
