package dev.ipw.analysis;

import java.util.Locale;

/** Say what the headlines in joules and watts of a run divide. */
public enum HeadlineBasis {
    /** All that the devices used over the measured stretch. */
    TOTAL,
    /** The same, with a part of the time filled in that nobody read. */
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
