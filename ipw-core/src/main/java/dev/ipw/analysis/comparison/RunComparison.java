package dev.ipw.analysis.comparison;

import dev.ipw.analysis.comparison.DimensionComparison.Outcome;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * The comparison of a run with the first one.
 *
 * @param first      the first run's name
 * @param second     the other run's name
 * @param pairs      questions that both answered, by record id; 0 where queries are not paired
 * @param blocks     blocks of one run of each, in turn; 0 without blocks
 * @param repeats    repeated runs of each, of the configuration with fewer of them; 0 without repeats
 * @param dimensions the comparisons, in the requested order
 * @param absent     dimensions that one of the runs lacks, each with the reason
 * @param warnings   warnings that a reader should know
 */
@API(status = API.Status.EXPERIMENTAL)
public record RunComparison(String first, String second, long pairs, int blocks, int repeats,
        List<DimensionComparison> dimensions, List<String> absent, List<String> warnings) {
    /** Copies the lists and rejects nulls. */
    public RunComparison {
        Objects.requireNonNull(first, "first");
        Objects.requireNonNull(second, "second");
        dimensions = List.copyOf(dimensions);
        absent = List.copyOf(absent);
        warnings = List.copyOf(warnings);
    }

    /**
     * Returns whether one run is compared with one other, which allows no conclusion on figures that depend on time or
     * joules.
     *
     * @return false for repeated runs, and for runs in turn
     */
    public boolean isOfSingleRuns() {
        return blocks == 0 && repeats == 0;
    }

    /**
     * Finds a dimension.
     *
     * @param dimension the dimension
     * @return its comparison; empty if it was not compared
     */
    public Optional<DimensionComparison> of(ComparedDimension dimension) {
        return dimensions.stream().filter(one -> one.dimension().label().equals(dimension.label())).findFirst();
    }

    /**
     * Formats the differences that are decided for a reader, for example {@code b against a, pairs: 60; 1 of 12 figures
     * differs: TTFT lower}; {@link #dimensions()} has each with its conclusion.
     */
    @Override
    public String toString() {
        List<String> decided = dimensions.stream()
                .filter(one -> one.outcome() == Outcome.HIGHER || one.outcome() == Outcome.LOWER)
                .map(one -> one.dimension().words() + " " + one.outcome().name().toLowerCase(Locale.ROOT)).toList();
        return second + " against " + first + (pairs == 0 ? "" : ", pairs: " + pairs) + "; " + decided.size()
                + " of " + dimensions.size() + " figures " + (decided.size() == 1 ? "differs" : "differ")
                + (decided.isEmpty() ? " beyond chance" : ": " + String.join(", ", decided))
                + (warnings.isEmpty() ? "" : "; warnings: " + warnings.size());
    }
}
