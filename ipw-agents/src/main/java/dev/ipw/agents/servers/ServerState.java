package dev.ipw.agents.servers;

import java.util.Locale;

/** The states of a started server. */
public enum ServerState {
    /** It has just answered a request with a token, with the right model. */
    READY,
    /** Its process runs, and it does not answer yet. */
    LOADING,
    /** It answers with another model. */
    OTHER_MODEL,
    /** Its process runs, and it rejects requests. */
    REFUSED,
    /** Its process has ended, and it was not stopped from here. */
    ENDED,
    /** Its record cannot be read. */
    DAMAGED;

    /**
     * Returns the word for a person or a program.
     *
     * @return for example {@code other model}
     */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
