package dev.ipw.telemetry.hardware.amd;

/** Guard a way to the cards: it is opened once, entered for each tick, and closed once. */
interface Access {
    /**
     * Begins to read.
     *
     * @return false if nothing may be read in this tick, as another session is reading; otherwise {@link #leave()} must
     *             follow
     */
    boolean enter();

    /** Ends reading. */
    void leave();

    /** Releases what was opened. Calling it again does nothing. */
    void close();
}
