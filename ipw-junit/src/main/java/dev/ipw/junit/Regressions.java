package dev.ipw.junit;

import dev.ipw.analysis.comparison.ComparedDimension;
import dev.ipw.analysis.comparison.DimensionComparison;
import dev.ipw.analysis.comparison.DimensionComparison.Outcome;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import java.util.Optional;
import java.util.Set;

/** The decision whether a comparison excludes a regression. */
final class Regressions {
    private static final Set<Outcome> SHOW_NOTHING = Set.of(Outcome.INVALID_TIMES, Outcome.PARTLY_KNOWN,
            Outcome.TOO_FEW);

    private Regressions() {}

    /**
     * Returns the reason why a regression is not excluded.
     *
     * @param compared  the dimension's comparison
     * @param better    the better direction
     * @param tolerance the maximum by which the second may be worse, as a fraction of the first
     * @return the reason; empty if the whole interval of the relative difference lies within the tolerance
     */
    static Optional<String> of(DimensionComparison compared, ComparedDimension.Better better, double tolerance) {
        if (compared.outcome() == Outcome.SAME) {
            return Optional.empty();
        }
        if (compared.outcome() == Outcome.SINGLE_RUNS) {
            return Optional.of(compared.conclusion() + " Compare several runs of each with ProfileRun.compareRepeats");
        }
        Optional<Estimate> relative = compared.main().relative();
        if (SHOW_NOTHING.contains(compared.outcome()) || relative.isEmpty()) {
            return Optional.of(compared.conclusion());
        }
        boolean lessIsBetter = better == ComparedDimension.Better.LOWER;
        Interval change = relative.get().interval();
        double most = lessIsBetter ? change.high() : -change.low();
        double least = lessIsBetter ? change.low() : -change.high();
        if (most <= tolerance) {
            return Optional.empty();
        }
        return Optional.of((least > tolerance ? "it is worse" : "undecided") + ", " + compared.conclusion());
    }
}
