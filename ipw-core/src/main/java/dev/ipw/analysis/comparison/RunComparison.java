package dev.ipw.analysis.comparison;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Hold the comparison of a run with the first one.
 *
 * @param first      the first run's name
 * @param second     the other run's name
 * @param pairs      questions that both answered, by record id; 0 where queries are not paired
 * @param blocks     blocks of one run of each, in turn; 0 where there are none
 * @param repeats    repeated runs of each, of the configuration with fewer of them; 0 where there are none
 * @param dimensions what was compared, in the order asked for
 * @param absent     dimensions that one of the runs has no figure of, each with the reason
 * @param warnings   what a reader should know before believing a difference
 */
public record RunComparison(String first, String second, long pairs, int blocks, int repeats,
        List<DimensionComparison> dimensions, List<String> absent, List<String> warnings) {
    /** Copy the lists and refuse nulls. */
    public RunComparison {
        Objects.requireNonNull(first, "first");
        Objects.requireNonNull(second, "second");
        dimensions = List.copyOf(dimensions);
        absent = List.copyOf(absent);
        warnings = List.copyOf(warnings);
    }

    /**
     * Returns whether one run of each is compared, which allows no conclusion on what rests on time or joules.
     *
     * @return false of repeated runs, and of runs in turn
     */
    public boolean isOfSingleRuns() {
        return blocks == 0 && repeats == 0;
    }

    /**
     * Finds a dimension.
     *
     * @param dimension which one
     * @return what it came to; empty if it was not compared
     */
    public Optional<DimensionComparison> of(ComparedDimension dimension) {
        return dimensions.stream().filter(one -> one.dimension().label().equals(dimension.label())).findFirst();
    }
}
