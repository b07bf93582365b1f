package dev.ipw.run;

import java.util.Locale;

/** Name the phases of a run. Only the measured one is in the queries' numbers. */
public enum RunPhase {
    /** Requests that are thrown away. */
    WARMING_UP,
    /** Nothing is asked, so that it shows what the machine draws with the model loaded. */
    RESTING_BEFORE,
    /** The requests that count. */
    MEASURING,
    /** Nothing is asked once more: what the machine draws may have changed meanwhile. */
    RESTING_AFTER,
    /** Evaluating the answers. */
    EVALUATING,
    /** Cutting the energy and writing the results. */
    FINISHING;

    /**
     * Returns the name used in files.
     *
     * @return lower case with underscores
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
