package dev.ipw.analysis.comparison.internal;

import dev.ipw.analysis.comparison.ComparedDimension.Better;
import dev.ipw.analysis.comparison.DimensionComparison;
import dev.ipw.analysis.comparison.DimensionComparison.Outcome;
import java.util.Locale;

/** The merit of a difference. */
public enum Merit {
    /** The second run's figure is better. */
    BETTER,
    /** The second run's figure is worse. */
    WORSE,
    /** The figures differ, and neither is better. */
    DIFFERENT,
    /** The figures of both runs are the same. */
    SAME,
    /** There is no conclusion. */
    UNDECIDED;

    /**
     * Returns the merit of a difference by the better direction of its dimension.
     *
     * @param one the comparison in one dimension
     * @return its merit
     */
    public static Merit of(DimensionComparison one) {
        Better better = switch (one.outcome()) {
            case HIGHER -> Better.HIGHER;
            case LOWER -> Better.LOWER;
            default -> Better.NEITHER;
        };
        if (better == Better.NEITHER) {
            return one.outcome() == Outcome.SAME ? SAME : UNDECIDED;
        }
        if (one.dimension().better() == Better.NEITHER) {
            return DIFFERENT;
        }
        return one.dimension().better() == better ? BETTER : WORSE;
    }

    /**
     * Returns the word for it in files.
     *
     * @return for example {@code better}
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
