package dev.ipw.cli;

import dev.ipw.analysis.AnalysisValue;
import dev.ipw.analysis.Efficiency;
import dev.ipw.benchmarks.analysis.SolvedAnalysis;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Hold a cell that was measured, as a report sets it beside others.
 *
 * @param number          which one of the grid it is, from 1
 * @param entry           the cell
 * @param figures         what its run came to
 * @param secondsPerQuery the mean time of its queries
 */
record MeasuredCell(int number, BenchManifest.Entry entry, CellFigures figures, AnalysisValue secondsPerQuery) {
    /** A figure that stands in the table of cells. */
    enum Figure {
        ACCURACY("accuracy", "accuracy %", true, true),
        JOULES_PER_QUERY("joules_per_query", "J/query", false, true),
        JOULES_PER_SOLVED_TASK("joules_per_solved_task", "J/solved", false, false),
        SECONDS_PER_QUERY("seconds_per_query", "s/query", false, false),
        USD_PER_SOLVED_TASK("usd_per_solved_task", "USD/1,000 solved", false, false),
        INTELLIGENCE_PER_JOULE("intelligence_per_joule", "IPJ", true, false);

        private final String key;
        private final String head;
        private final boolean isBetterWhenHigher;
        private final boolean hasInterval;

        Figure(String key, String head, boolean isBetterWhenHigher, boolean hasInterval) {
            this.key = key;
            this.head = head;
            this.isBetterWhenHigher = isBetterWhenHigher;
            this.hasInterval = hasInterval;
        }

        /** Return its name in files. */
        String key() {
            return key;
        }

        /** Return what stands over it. */
        String head() {
            return head;
        }

        /** Return whether its interval is shown beside it. */
        boolean hasInterval() {
            return hasInterval;
        }

        /** Return what it is multiplied by on the screen. */
        double scale() {
            return switch (this) {
                case ACCURACY -> 100;
                case USD_PER_SOLVED_TASK -> 1000;
                default -> 1;
            };
        }

        /**
         * Return the best value among cells where it is to be believed; empty if its interval, or that of another cell, is not
         * known, or one overlaps it.
         */
        OptionalDouble best(List<MeasuredCell> cells) {
            return bestOf(cells.stream().filter(cell -> !cell.isDoubtful(this)).map(cell -> cell.value(this)).toList());
        }

        /** Return the best of values that are to be believed, likewise. */
        OptionalDouble bestOf(List<AnalysisValue> believed) {
            Comparator<AnalysisValue> order = Comparator.comparingDouble(value -> value.number().orElseThrow());
            List<AnalysisValue> values = believed.stream().filter(value -> value.number().isPresent())
                    .sorted(isBetterWhenHigher ? order.reversed() : order).toList();
            boolean isApart = values.size() > 1 && values.getFirst().interval().filter(ours -> values.stream().skip(1)
                    .allMatch(value -> value.interval().filter(theirs -> isBetter(ours, theirs)).isPresent()))
                    .isPresent();
            return isApart ? values.getFirst().number() : OptionalDouble.empty();
        }

        private boolean isBetter(Interval one, Interval other) {
            return isBetterWhenHigher ? one.low() > other.high() : one.high() < other.low();
        }
    }

    /** Return a figure, or why there is none. */
    AnalysisValue value(Figure figure) {
        Efficiency efficiency = figures.efficiency();
        String whyNoJoules = efficiency.whyNoHeadline().orElse("the joules are not known");
        return switch (figure) {
            case ACCURACY -> known(efficiency.accuracy(), "nothing could be evaluated");
            case JOULES_PER_QUERY -> known(efficiency.joulesPerQuery(), whyNoJoules);
            case JOULES_PER_SOLVED_TASK -> figures.solved().figure(SolvedAnalysis.FIGURES.get(0));
            case SECONDS_PER_QUERY -> secondsPerQuery;
            case USD_PER_SOLVED_TASK -> figures.solved().figure(SolvedAnalysis.FIGURES.get(2));
            case INTELLIGENCE_PER_JOULE -> known(efficiency.intelligencePerJoule(), whyNoJoules);
        };
    }

    private static AnalysisValue known(Optional<Estimate> estimate, String whyNot) {
        return estimate.map(AnalysisValue::of).orElseGet(() -> AnalysisValue.absent(whyNot));
    }

    /** Return whether a figure is not to be believed as it stands. */
    boolean isDoubtful(Figure figure) {
        return figures.doubts().stream().anyMatch(doubt -> doubt.figures().contains(figure));
    }

    /** Name its agent and model. */
    String subject() {
        return entry.cell().subject();
    }
}
