package dev.ipw.run;

import java.util.Locale;
import org.apiguardian.api.API;

/** The phases of a run. Only the measured one is in the queries' numbers. */
@API(status = API.Status.EXPERIMENTAL)
public enum RunPhase {
    /** Requests that are discarded. */
    WARMING_UP,
    /** No requests, so that the idle power with the model loaded shows. */
    RESTING_BEFORE,
    /** The requests that count. */
    MEASURING,
    /** No requests again: the idle power may have changed meanwhile. */
    RESTING_AFTER,
    /** The evaluation of the answers. */
    EVALUATING,
    /** The division of the energy and the writing of the results. */
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
