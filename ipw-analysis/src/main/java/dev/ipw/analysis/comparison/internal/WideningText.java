package dev.ipw.analysis.comparison.internal;

import dev.ipw.analysis.comparison.DimensionComparison.Widening;
import dev.ipw.statistics.internal.Dependence;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The text on the widening of intervals. */
record WideningText(Widening widening) {
    private static final double MIN = 6;
    private static final double REPORTED_FACTOR = 1.1;

    /** Returns the widening; empty without one. */
    static Optional<Widening> of(double factor, Dependence first, Dependence second) {
        return factor > 1 || first.isAny() || second.isAny()
                ? Optional.of(new Widening(Math.max(1, factor), first.effectiveSize(), second.effectiveSize()))
                : Optional.empty();
    }

    /** Returns whether too few independent queries remain for a conclusion. */
    boolean leavesTooFew() {
        return Math.min(widening.firstQueries(), widening.secondQueries()) < MIN;
    }

    /** Returns whether intervals became much wider, so that it is worth a note. */
    boolean isReported() {
        return widening.factor() > REPORTED_FACTOR;
    }

    /** Returns the number of independent queries that those of each run are worth. */
    String where(Finding finding, PairFindings pair) {
        if (finding.paired()) {
            return "in the differences: " + finding.first().used() + " are worth " + worth(widening.firstQueries())
                    + " independent ones";
        }
        return Stream
                .of(side(pair.first(), finding.first().used(), widening.firstQueries()),
                        side(pair.second(), finding.second().used(), widening.secondQueries()))
                .flatMap(Optional::stream).collect(Collectors.joining(", and "));
    }

    private static Optional<String> side(String run, long queries, double worth) {
        return worth < queries
                ? Optional.of("in " + run + ": " + queries + " are worth " + worth(worth) + " independent ones")
                : Optional.empty();
    }

    /** Returns the method of the widening, for programs. */
    String method(boolean isPaired) {
        return "intervals widened " + times() + " times and tests by effective sizes of "
                + (isPaired
                        ? worth(widening.firstQueries()) + " pairs"
                        : worth(widening.firstQueries()) + " and " + worth(widening.secondQueries()));
    }

    private static String worth(double queries) {
        return String.valueOf(Math.max(1, Math.round(queries)));
    }

    /** Returns the factor, for example {@code 3.9}. */
    String times() {
        return String.format(Locale.ROOT, widening.factor() < 10 ? "%.1f" : "%.0f", widening.factor());
    }
}
