package dev.ipw.quality;

import java.util.Locale;

/** Say whether times may be trusted, from the best to the worst. */
public enum Trust {
    /** Nothing was seen that would move a figure by more than a twentieth. */
    VALID,
    /** Something may have moved a figure by more than a twentieth. */
    DOUBTFUL,
    /** Something may have moved a figure by more than a quarter: it tells of this machine as much as of the model. */
    INVALID;

    /**
     * Give the name used in files.
     *
     * @return lower case
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Choose the worse of two.
     *
     * @param other another
     * @return this or the other
     */
    public Trust worse(Trust other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
