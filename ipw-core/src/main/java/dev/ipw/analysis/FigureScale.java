package dev.ipw.analysis;

import org.apiguardian.api.API;

/** The scale in which people read a figure. Files hold the figure in its own unit. */
@API(status = API.Status.EXPERIMENTAL)
public enum FigureScale {
    /** The unit of the figure, with a prefix such as milli where that is shorter. */
    UNIT(1, ""),
    /** Percent, for a fraction of one. */
    PERCENT(100, "%"),
    /** The amount for 1,000 queries, since that for a single one has too many leading zeros. */
    PER_THOUSAND_QUERIES(1000, "1,000 queries"),
    /** The amount for 1,000 right answers. */
    PER_THOUSAND_RIGHT_ANSWERS(1000, "1,000 right answers"),
    /** The amount for 1,000 solved tasks. */
    PER_THOUSAND_SOLVED_TASKS(1000, "1,000 solved tasks");

    private final double factor;
    private final String words;

    FigureScale(double factor, String words) {
        this.factor = factor;
        this.words = words;
    }

    /**
     * Returns the factor by which a figure is multiplied for a reader.
     *
     * @return 1 for the unit itself
     */
    public double factor() {
        return factor;
    }

    /**
     * Returns the words of the scale.
     *
     * @return {@code %}, or the things of which the amount is shown; empty for the unit itself
     */
    public String words() {
        return words;
    }
}
