package dev.ipw.telemetry.hardware.amd;

/** The access to the cards: opened once, entered for each tick, and closed once. */
interface Access {
    /**
     * Begins a reading.
     *
     * @return false if this tick must not read, because another session is reading; otherwise {@link #leave()} must
     *         follow
     */
    boolean enter();

    /** Ends a reading. */
    void leave();

    /** Releases the resources. Calling it again does nothing. */
    void close();
}
