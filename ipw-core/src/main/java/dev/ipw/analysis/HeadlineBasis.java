package dev.ipw.analysis;

import java.util.Locale;

/** The joules that a run's headlines divide. */
public enum HeadlineBasis {
    /** All that the devices used over the measurement window. */
    TOTAL,
    /** The same, with the time that was not read filled in. */
    FILLED,
    /** The joules of the queries, of a run that another tool made: it kept none of the time between them. */
    QUERIES,
    /** Nothing: too little is known. */
    NONE;

    /**
     * Give the name used in files.
     *
     * @return lower case
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
