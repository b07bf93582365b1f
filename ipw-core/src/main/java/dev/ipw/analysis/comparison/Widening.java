package dev.ipw.analysis.comparison;

import dev.ipw.statistics.Dependence;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Say by how much intervals were widened because queries follow those before them.
 *
 * @param factor        by how much the interval of the deciding difference is wider than that of independent queries
 * @param firstQueries  how many independent queries those of the first run are worth; of pairs, how many pairs
 * @param secondQueries the same of the second run
 */
public record Widening(double factor, double firstQueries, double secondQueries) {
    private static final double FEWEST = 6;
    private static final double WORTH_SAYING = 1.1;

    /** Give what was widened; empty if nothing was. */
    static Optional<Widening> of(double factor, Dependence first, Dependence second) {
        return factor > 1 || first.isAny() || second.isAny()
                ? Optional.of(new Widening(Math.max(1, factor), first.effectiveSize(), second.effectiveSize()))
                : Optional.empty();
    }

    /** Say whether too few independent queries are left to call anything lower or higher. */
    boolean leavesTooFew() {
        return Math.min(firstQueries, secondQueries) < FEWEST;
    }

    boolean isWorthSaying() {
        return factor > WORTH_SAYING;
    }

    /** Say how many independent queries those of each run are worth. */
    String where(Finding finding, PairFindings pair) {
        if (finding.paired()) {
            return "in the differences: " + finding.first().used() + " are worth " + worth(firstQueries)
                    + " independent ones";
        }
        return Stream
                .of(side(pair.first(), finding.first().used(), firstQueries),
                        side(pair.second(), finding.second().used(), secondQueries))
                .flatMap(Optional::stream).collect(Collectors.joining(", and "));
    }

    private static Optional<String> side(String run, long queries, double worth) {
        return worth < queries
                ? Optional.of("in " + run + ": " + queries + " are worth " + worth(worth) + " independent ones")
                : Optional.empty();
    }

    /** Say how it was done, for programs. */
    String method(boolean isPaired) {
        return "intervals widened " + times() + " times and tests by effective sizes of "
                + (isPaired ? worth(firstQueries) + " pairs" : worth(firstQueries) + " and " + worth(secondQueries));
    }

    private static String worth(double queries) {
        return String.valueOf(Math.max(1, Math.round(queries)));
    }

    /** Say by how much, for example {@code 3.9}. */
    String times() {
        return String.format(Locale.ROOT, factor < 10 ? "%.1f" : "%.0f", factor);
    }
}
