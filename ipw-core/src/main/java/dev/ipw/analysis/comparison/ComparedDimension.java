package dev.ipw.analysis.comparison;

import dev.ipw.error.ConfigurationException;
import dev.ipw.record.Dimension;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Name what is compared: a figure of every query, or one that only a run has.
 *
 * @param label    the long name, as in files
 * @param unit     the figure's unit; empty text for a share
 * @param perQuery the figure of a query; empty for accuracy and intelligence per joule
 * @param better   which way is better
 */
public record ComparedDimension(String label, String unit, Optional<Dimension> perQuery, Better better) {
    /** The share of right answers. */
    public static final ComparedDimension ACCURACY = new ComparedDimension("accuracy", "", Optional.empty(),
            Better.HIGHER);
    /** Accuracy over mean joules. */
    public static final ComparedDimension INTELLIGENCE_PER_JOULE = new ComparedDimension("intelligence_per_joule",
            "/J", Optional.empty(), Better.HIGHER);

    private static final List<Dimension> USUAL = List.of(Dimension.TIME_FROM_INTENDED_START,
            Dimension.TIME_TO_FIRST_TOKEN, Dimension.TIME_PER_OUTPUT_TOKEN, Dimension.OUTPUT_TOKENS_PER_SECOND,
            Dimension.OUTPUT_TOKENS, Dimension.ENERGY_JOULES, Dimension.ENERGY_PER_OUTPUT_TOKEN_JOULES,
            Dimension.POWER_WATTS);

    /** Say which way is better. */
    public enum Better {
        /** More is better. */
        HIGHER,
        /** Less is better. */
        LOWER,
        /** Neither is. */
        NEITHER
    }

    /** Refuse nulls. */
    public ComparedDimension {
        Objects.requireNonNull(label, "label");
        Objects.requireNonNull(unit, "unit");
        Objects.requireNonNull(perQuery, "perQuery");
        Objects.requireNonNull(better, "better");
    }

    /**
     * Compare a figure that every query has one of.
     *
     * @param dimension the figure
     * @return what is compared
     */
    public static ComparedDimension of(Dimension dimension) {
        boolean counts = dimension.unit().startsWith("tokens") || dimension == Dimension.FLOPS;
        Better better = dimension.isBetterWhenHigher() ? Better.HIGHER : counts ? Better.NEITHER : Better.LOWER;
        return new ComparedDimension(dimension.label(), dimension.unit(), Optional.of(dimension), better);
    }

    /**
     * Find what is compared by a long or a short name.
     *
     * @param name a dimension's, or {@code accuracy}, or {@code intelligence_per_joule} or {@code ipj}
     * @return what is compared
     * @throws ConfigurationException if there is none; the message lists them
     */
    public static ComparedDimension named(String name) {
        String wanted = name.strip().toLowerCase(Locale.ROOT).replace('-', '_');
        if (wanted.equals(ACCURACY.label)) {
            return ACCURACY;
        }
        if (wanted.equals(INTELLIGENCE_PER_JOULE.label) || wanted.equals("ipj")) {
            return INTELLIGENCE_PER_JOULE;
        }
        try {
            return of(Dimension.named(name));
        } catch (ConfigurationException unknown) {
            throw new ConfigurationException(unknown.getMessage() + ", " + ACCURACY.label + ", "
                    + INTELLIGENCE_PER_JOULE.label + " (ipj)", unknown);
        }
    }

    /**
     * List what is compared where nobody says otherwise.
     *
     * @return times, speed, length of the answers, joules, watts, accuracy, intelligence per joule
     */
    public static List<ComparedDimension> usual() {
        return Stream.concat(USUAL.stream().map(ComparedDimension::of), Stream.of(ACCURACY, INTELLIGENCE_PER_JOULE))
                .toList();
    }

    /** Zero seconds, joules or watts mean that nothing was seen; no tokens and no right answers are counts, and what
     * is free costs nothing. */
    boolean leavesZerosOut() {
        return better != Better.NEITHER && !equals(ACCURACY) && !perQuery.equals(Optional.of(Dimension.COST_USD));
    }
}
