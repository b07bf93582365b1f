package dev.ipw.cli.bench;

import dev.ipw.analysis.AnalysisValue;
import dev.ipw.analysis.HeadlineFigures;
import dev.ipw.analysis.RunFigure;
import dev.ipw.benchmarks.analysis.SolvedAnalysis;
import dev.ipw.statistics.Interval;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A measured cell, for comparison with others in a report.
 *
 * @param number          its number in the grid, from 1
 * @param entry           the cell
 * @param figures         the results of its run
 * @param secondsPerQuery the mean time of its queries
 */
record MeasuredCell(int number, BenchManifest.Entry entry, CellFigures figures, AnalysisValue secondsPerQuery) {
    /** The figures in the table of cells. */
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

        /** Returns its name in files. */
        String key() {
            return key;
        }

        /** Returns the heading of its column. */
        String head() {
            return head;
        }

        /** Returns whether its interval is shown beside it. */
        boolean hasInterval() {
            return hasInterval;
        }

        /** Returns the factor applied on the screen. */
        double scale() {
            return switch (this) {
                case ACCURACY -> 100;
                case USD_PER_SOLVED_TASK -> 1000;
                default -> 1;
            };
        }

        /**
         * Returns the best reliable value among cells; empty if its interval or that of another cell is unknown, or
         * if an interval overlaps its own.
         */
        OptionalDouble best(List<MeasuredCell> cells) {
            return bestOf(cells.stream().filter(cell -> !cell.isDoubtful(this)).map(cell -> cell.value(this)).toList());
        }

        /** Returns the best of reliable values under the same conditions. */
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

    /** Returns a figure, or the reason for its absence. */
    AnalysisValue value(Figure figure) {
        HeadlineFigures headline = new HeadlineFigures(figures.efficiency());
        Optional<String> whyNoJoules = figures.efficiency().whyNoHeadline()
                .or(() -> Optional.of("the joules are not known"));
        return switch (figure) {
            case ACCURACY -> headline.value(RunFigure.ACCURACY).because(Optional.of("nothing could be evaluated"));
            case JOULES_PER_QUERY -> headline.value(RunFigure.JOULES_PER_QUERY).because(whyNoJoules);
            case JOULES_PER_SOLVED_TASK -> figures.solved().figure(SolvedAnalysis.FIGURES.get(0));
            case SECONDS_PER_QUERY -> secondsPerQuery;
            case USD_PER_SOLVED_TASK -> figures.solved().figure(SolvedAnalysis.FIGURES.get(2));
            case INTELLIGENCE_PER_JOULE -> headline.value(RunFigure.INTELLIGENCE_PER_JOULE).because(whyNoJoules);
        };
    }

    /** Returns whether a figure is unreliable. */
    boolean isDoubtful(Figure figure) {
        return figures.doubts().stream().anyMatch(doubt -> doubt.figures().contains(figure));
    }

    /** Returns the cell's agent and model. */
    String subject() {
        return entry.cell().subject();
    }
}
