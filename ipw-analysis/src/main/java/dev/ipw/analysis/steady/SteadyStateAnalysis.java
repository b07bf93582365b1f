package dev.ipw.analysis.steady;

import dev.ipw.analysis.AnalysisColumn;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.AnalysisTable;
import dev.ipw.analysis.AnalysisValue;
import dev.ipw.analysis.FigureMark;
import dev.ipw.analysis.QuantileEstimate;
import dev.ipw.analysis.RunFigure;
import dev.ipw.analysis.internal.AnalysedRun;
import dev.ipw.analysis.internal.MergeableAnalysis;
import dev.ipw.energy.TimeSpan;
import dev.ipw.internal.number.Ratio;
import dev.ipw.record.Dimension;
import dev.ipw.results.RunReader;
import dev.ipw.run.RunSummary.RunSegment;
import dev.ipw.run.RunTotals;
import dev.ipw.run.RunTotals.SteadyState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * The comparison of the window of steady load with the whole run. The window lasts from when the number of requests in
 * flight first reaches its median, weighted by time, until it last leaves it, as in {@link SteadyState}, which gives
 * its joules. The times are those of the requests that were sent in it, so that long ones are included. Whether the
 * load was steady is checked by the slope of the time to first token and of the answers per second over twenty parts of
 * the window, as guidellm checks for overload.
 */
public final class SteadyStateAnalysis implements MergeableAnalysis {
    /** The analysis' id. */
    public static final String ID = "steady-state";
    static final String RULE = "from when the number of requests in flight first reaches its median, weighted by time, until "
            + "it last leaves it";
    /** The starts and ends of the active times, and a sorted figure. */
    private static final int RESULT_BYTES_PER_QUERY = 3 * Long.BYTES;
    private static final int MIN_QUERIES = 10;
    private static final double NANOS = 1e9;

    /** Creates the analysis. */
    public SteadyStateAnalysis() {}

    @Override
    public Set<Dimension> sharedColumns() {
        return ServedQueries.COLUMNS;
    }

    @Override
    public int unsharedColumns() {
        return ServedQueries.UNSHARED;
    }

    @Override
    public int resultBytesPerQuery() {
        return RESULT_BYTES_PER_QUERY;
    }

    @Override
    public MergeablePass beginPart(AnalysedRun analysed) {
        ServedQueries queries = new ServedQueries(analysed);
        return new MergeablePass(queries.gatherers(), () -> result(analysed.run(), queries));
    }

    private static AnalysisResult result(RunReader run, ServedQueries queries) {
        RunTotals totals = run.summary().totals();
        List<TimeSpan> measured = measured(run);
        Optional<TimeSpan> found = queries.steady(measured);
        Optional<String> why = whyNone(run, queries, found);
        Optional<SteadyWindow> window = why.isPresent()
                ? Optional.empty()
                : found.map(span -> new SteadyWindow(span, measured, queries));
        List<SteadinessCheck> checks = window.map(SteadyWindow::checks).orElse(List.of());
        Steadiness steadiness = why.map(reason -> new Steadiness(Optional.empty(), Optional.of(reason)))
                .orElseGet(() -> Steadiness.of(checks));
        AnalysisTable figures = figures(totals, queries, window, FigureMark.ofTimes(run.summary().validity()));
        AnalysisResult.Builder result = AnalysisResult.builder(ID, "Steady state").detail("rule", RULE)
                .figure(AnalysisColumn.truth("steady"),
                        AnalysisValue.of(steadiness.steady()))
                .figure(AnalysisColumn.text("reason"), AnalysisValue.of(steadiness.reason()))
                .figure(AnalysisColumn.number("window_start_seconds", "s"),
                        AnalysisValue.of(window.map(known -> known.span().startNanos() / NANOS)))
                .figure(AnalysisColumn.number("window_end_seconds", "s"),
                        AnalysisValue.of(window.map(known -> known.span().endNanos() / NANOS)))
                .figure(AnalysisColumn.count("queries_in_window"),
                        AnalysisValue.of(window.map(SteadyWindow::sent)))
                .figure(AnalysisColumn.count("queries"), AnalysisValue.of(totals.queries()));
        for (List<AnalysisValue> row : figures.rows()) {
            for (String side : List.of("whole", "window")) {
                AnalysisValue value = figures.value(row, side);
                String name = figures.value(row, "figure").text().orElseThrow();
                String unit = figures.value(row, "unit").text().orElseThrow();
                result.figure(AnalysisColumn.number(name + "_" + side, unit)
                        .labelled(words(name) + (side.equals("whole") ? ", whole run" : ", window")), value);
            }
        }
        return result.table(figures).table(SteadinessCheck.table(checks)).warnings(warnings(run, window, steadiness))
                .build();
    }

    /** Returns the label that the figure has everywhere. */
    private static String words(String figure) {
        return Arrays.stream(RunFigure.values()).filter(known -> known.label().equals(figure)).map(RunFigure::words)
                .findFirst().orElse(figure.replace('_', ' '));
    }

    private static List<TimeSpan> measured(RunReader run) {
        List<TimeSpan> known = run.summary().segments().stream().map(RunSegment::measured).flatMap(Optional::stream)
                .toList();
        return known.isEmpty() ? List.of(new TimeSpan(Long.MIN_VALUE >> 1, Long.MAX_VALUE >> 1)) : known;
    }

    private static Optional<String> whyNone(RunReader run, ServedQueries queries, Optional<TimeSpan> found) {
        RunTotals totals = run.summary().totals();
        if (!run.summary().configuration().hasExactTimes()) {
            return Optional
                    .of("the tool that made the run recorded its send times to the second only, or not at all");
        }
        if (found.isEmpty()) {
            return Optional.of("no request took any time");
        }
        if (totals.failed() * 10 > totals.queries()) {
            return Optional.of(totals.failed() + " of " + totals.queries() + " requests failed, more than a tenth");
        }
        long whole = queries.within(found.get());
        return whole < MIN_QUERIES
                ? Optional.of("only " + whole + " requests began and ended while the load was steady; " + MIN_QUERIES
                        + " are the least. Ask more questions")
                : Optional.empty();
    }

    private static AnalysisTable figures(RunTotals totals, ServedQueries queries,
            Optional<SteadyWindow> window, List<FigureMark> marks) {
        List<List<AnalysisValue>> figures = new ArrayList<>();
        Optional<ServedQueries.Times> inside = window.map(SteadyWindow::times);
        ServedQueries.Times all = queries.all();
        for (double probability : new double[]{0.5, 0.9}) {
            String name = "_p" + Math.round(probability * 100);
            BiFunction<Optional<ServedQueries.Times>, ServedQueries.Figure, Optional<Double>> quantile = (times,
                    figure) -> times.flatMap(known -> QuantileEstimate.ofSorted(known.sorted(figure), probability))
                            .map(QuantileEstimate::value);
            for (ServedQueries.Figure figure : ServedQueries.Figure.values()) {
                figures.add(figure(figure.label() + name, "s", quantile.apply(Optional.of(all), figure),
                        quantile.apply(inside, figure), marks));
            }
        }
        Optional<SteadyState> joules = window.flatMap(any -> totals.headline().steadyState());
        double seconds = totals.measuredSeconds();
        figures.add(figure(RunFigure.SYSTEM_OUTPUT_TOKENS_PER_SECOND.label(), "tokens/s",
                boxed(Ratio.of(real(totals.outputTokens()), seconds)),
                window.filter(any -> totals.outputTokens().isPresent()).map(known -> joules
                        .map(SteadyState::outputTokens).orElseGet(known::outputTokens) / known.seconds()),
                List.of()));
        figures.add(figure(RunFigure.REQUESTS_PER_SECOND.label(), "1/s", boxed(totals.requestsPerSecond()),
                window.map(known -> known.answers() / known.seconds()), List.of()));
        figures.add(
                figure(RunFigure.DEVICE_WATTS.label(), "W", boxed(totals.averageWatts()), joules.flatMap(known -> window
                        .map(span -> known.energy().joules().orElseThrow() / span.seconds())), List.of()));
        figures.add(figure(RunFigure.JOULES_PER_OUTPUT_TOKEN.label(), "J/token", boxed(totals.joulesPerOutputToken()),
                joules.map(SteadyState::energyPerOutputTokenJoules), List.of()));
        return AnalysisTable.of("figures", "Whole run and steady window", AnalysisColumn.text("figure"),
                AnalysisColumn.text("label"), AnalysisColumn.text("unit"),
                AnalysisColumn.number("whole", AnalysisColumn.UNIT_OF_ROW),
                AnalysisColumn.number("window", AnalysisColumn.UNIT_OF_ROW)).rows(figures);
    }

    private static List<AnalysisValue> figure(String name, String unit, Optional<Double> whole,
            Optional<Double> window, List<FigureMark> marks) {
        return List.of(AnalysisValue.of(name), AnalysisValue.of(words(name)), AnalysisValue.of(unit),
                AnalysisValue.of(whole).marked(marks), AnalysisValue.of(window).marked(marks));
    }

    private static Optional<Double> boxed(OptionalDouble value) {
        return value.isPresent() ? Optional.of(value.getAsDouble()) : Optional.empty();
    }

    private static OptionalDouble real(OptionalLong whole) {
        return whole.isPresent() ? OptionalDouble.of((double) whole.getAsLong()) : OptionalDouble.empty();
    }

    private static List<String> warnings(RunReader run, Optional<SteadyWindow> window, Steadiness steadiness) {
        RunTotals totals = run.summary().totals();
        List<String> warnings = new ArrayList<>();
        steadiness.reason().ifPresent(reason -> warnings.add((window.isEmpty()
                ? "There is no steady window: "
                : steadiness.steady().isPresent()
                        ? "The load did not become steady: "
                        : "It is unknown whether the load was steady: ")
                + reason));
        if (window.isPresent() && totals.headline().steadyState().isEmpty()) {
            warnings.add("There are no joules of the window: " + whyNoJoules(totals));
        }
        warnings.addAll(run.summary().warnings());
        return warnings;
    }

    private static String whyNoJoules(RunTotals totals) {
        if (!totals.deviceEnergy().isAvailable()) {
            return totals.deviceEnergy().reason().orElse("nothing was measured");
        }
        return totals.outputTokens().isEmpty()
                ? "there are no token counts for every answer"
                : "a sensor does not cover it, or showed fewer than ten readings in it";
    }

    /**
     * Whether the load was steady.
     *
     * @param steady empty if unknown
     * @param reason the reason why it was not, or why it is unknown
     */
    private record Steadiness(Optional<Boolean> steady, Optional<String> reason) {
        /** Combines checks: one figure that drifts is enough for unsteady; steady requires that all are known. */
        static Steadiness of(List<SteadinessCheck> checks) {
            Optional<String> drifts = joined(checks, SteadinessCheck::drift);
            Optional<String> unknown = joined(checks, SteadinessCheck::whyUnknown);
            return new Steadiness(
                    unknown.isPresent() && drifts.isEmpty() ? Optional.empty() : Optional.of(drifts.isEmpty()),
                    drifts.or(() -> unknown));
        }

        private static Optional<String> joined(List<SteadinessCheck> checks,
                Function<SteadinessCheck, Optional<String>> what) {
            return checks.stream().map(what).flatMap(Optional::stream).reduce((one, other) -> one + "; " + other);
        }
    }
}
