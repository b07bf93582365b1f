package dev.ipw.analysis.definition;

import dev.ipw.analysis.AnalysisColumn;
import dev.ipw.analysis.AnalysisValue;
import dev.ipw.analysis.definition.Definition.Source;
import dev.ipw.run.RunSummary;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.IntToDoubleFunction;

/**
 * A figure by the definition of one tool.
 *
 * @param definition the tool's definition
 * @param count      the number of requests, or of gaps
 * @param mean       the mean; empty if there is no figure
 * @param p50        the median by the tool's rule; empty for a figure of the whole run, or if the tool would not show
 *                   it
 * @param p90        the 90th percentile, as above
 * @param p99        the 99th percentile, as above
 * @param reason     why there is no figure; empty if there is one
 */
record DefinedFigure(Definition definition, long count, OptionalDouble mean, OptionalDouble p50, OptionalDouble p90,
        OptionalDouble p99, Optional<String> reason) {

    static DefinedFigure of(Definition definition, Samples samples, RunSummary summary) {
        return switch (definition.source()) {
            case Source.Nothing nothing -> none(definition, nothing.reason());
            case Source.PerRequest request -> {
                double[] ordered = samples.of(request.formula());
                yield ordered.length == 0
                        ? none(definition, "no answer has the moments or the counts that it takes")
                        : figure(definition, ordered.length, Arrays.stream(ordered).average().orElseThrow(),
                                ordered.length, rank -> ordered[rank]);
            }
            case Source.AllGaps any -> gaps(definition, samples.gaps());
            case Source.WholeRun window -> rate(definition, window, samples, summary);
        };
    }

    private static DefinedFigure none(Definition definition, String reason) {
        OptionalDouble nothing = OptionalDouble.empty();
        return new DefinedFigure(definition, 0, nothing, nothing, nothing, nothing, Optional.of(reason));
    }

    private static DefinedFigure gaps(Definition definition, PooledGaps gaps) {
        if (gaps.count() == 0) {
            return none(definition, "no answer came in several chunks");
        }
        // Beyond the maximum int, ranks are thinned out: at this size neighbours are alike.
        int ranks = (int) Math.min(gaps.count(), Integer.MAX_VALUE);
        double step = (double) gaps.count() / ranks;
        return figure(definition, gaps.count(), gaps.meanSeconds(), ranks, rank -> gaps.seconds((long) (rank * step)));
    }

    private static DefinedFigure figure(Definition definition, long count, double mean, int ranks,
            IntToDoubleFunction ordered) {
        return new DefinedFigure(definition, count, OptionalDouble.of(mean),
                percentile(definition, ranks, ordered, 0.5),
                percentile(definition, ranks, ordered, 0.9), percentile(definition, ranks, ordered, 0.99),
                Optional.empty());
    }

    private static OptionalDouble percentile(Definition definition, int ranks, IntToDoubleFunction ordered,
            double probability) {
        BenchmarkTool tool = definition.tool();
        return tool.shows(probability, ranks)
                ? OptionalDouble.of(tool.rule().of(ordered, ranks, probability))
                : OptionalDouble.empty();
    }

    private static DefinedFigure rate(Definition definition, Source.WholeRun window, Samples samples,
            RunSummary summary) {
        if (samples.answers() == 0 || samples.uncounted() > 0) {
            return none(definition, "not every answer came with a count of its tokens");
        }
        if (summary.segments().size() > 1 && window != Source.WholeRun.MEASUREMENT_WINDOW) {
            return none(definition, "the run was resumed, and the time between its measurement windows is not "
                    + "measured");
        }
        double seconds = switch (window) {
            case MEASUREMENT_WINDOW -> summary.totals().measuredSeconds();
            case FIRST_CALL_TO_LAST_TOKEN -> samples.secondsToLastToken();
            case FIRST_CALL_TO_LAST_END -> samples.secondsToLastEnd();
        };
        OptionalDouble nothing = OptionalDouble.empty();
        return seconds > 0
                ? new DefinedFigure(definition, samples.answers(), OptionalDouble.of(samples.tokens() / seconds),
                        nothing,
                        nothing, nothing, Optional.empty())
                : none(definition, "no answer has the moments that it takes");
    }

    /** Returns the columns of a table of such figures. */
    static AnalysisColumn[] columns() {
        String ofRow = AnalysisColumn.UNIT_OF_ROW;
        return new AnalysisColumn[]{AnalysisColumn.text("metric"), AnalysisColumn.text(AnalysisColumn.UNIT),
                AnalysisColumn.text("tool"), AnalysisColumn.text("name"), AnalysisColumn.text("definition"),
                AnalysisColumn.text("percentile_rule"), AnalysisColumn.count("n"), AnalysisColumn.number("mean", ofRow),
                AnalysisColumn.number("p50", ofRow), AnalysisColumn.number("p90", ofRow),
                AnalysisColumn.number("p99", ofRow), AnalysisColumn.text("reason")};
    }

    /** Returns the row of that table. */
    List<AnalysisValue> row(Metric metric) {
        return List.of(AnalysisValue.of(metric.label()), AnalysisValue.of(metric.unit()),
                AnalysisValue.of(definition.tool().label()), AnalysisValue.of(definition.name()),
                AnalysisValue.of(definition.words()), AnalysisValue.of(definition.tool().rule().words()),
                AnalysisValue.of(count), AnalysisValue.of(mean), AnalysisValue.of(p50), AnalysisValue.of(p90),
                AnalysisValue.of(p99), AnalysisValue.of(reason));
    }
}
