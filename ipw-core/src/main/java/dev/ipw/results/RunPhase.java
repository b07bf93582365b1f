package dev.ipw.results;

import java.util.Locale;

/** Name the stretches of a run. Only the measured one is in the queries' numbers. */
public enum RunPhase {
    /** Requests that are thrown away. */
    WARMING_UP,
    /** The requests that count. */
    MEASURING,
    /** Judging the answers. */
    EVALUATING,
    /** Cutting the energy and writing the results. */
    FINISHING;

    /**
     * Give the name used in files.
     *
     * @return lower case with underscores
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
