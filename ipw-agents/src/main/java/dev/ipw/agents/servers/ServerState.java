package dev.ipw.agents.servers;

import java.util.Locale;

/** The states of a server that was started. */
public enum ServerState {
    /** It has just answered a request with a token, with the right model. */
    READY,
    /** Its process runs, and it does not answer so far. */
    LOADING,
    /** It answers with another model. */
    OTHER_MODEL,
    /** Its process runs, and it refuses what is asked. */
    REFUSED,
    /** Its process has ended, and nobody stopped it from here. */
    ENDED,
    /** Its record cannot be read. */
    DAMAGED;

    /**
     * Returns the word for a person and a program.
     *
     * @return for example {@code other model}
     */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
