package dev.ipw.inference;

/** Say where the model runs, as seen from this process: energy read here speaks only of this machine. */
public enum ServingHost {
    /** On this machine. */
    LOCAL,
    /** On another machine. */
    REMOTE
}
