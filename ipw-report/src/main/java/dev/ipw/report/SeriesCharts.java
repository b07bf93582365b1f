package dev.ipw.report;

import dev.ipw.analysis.RunFigure;
import dev.ipw.record.Dimension;
import dev.ipw.report.ChartTree.Axis;
import dev.ipw.report.ChartTree.Columns;
import dev.ipw.report.axis.AxisRange;
import dev.ipw.report.markup.DimensionWords;
import dev.ipw.report.markup.Tree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The charts of a series' steps in the order of their load: the results and the cost of each. */
final class SeriesCharts {
    private static final String STEPS = "series.steps";
    private static final String ANSWERED = RunFigure.REQUESTS_PER_SECOND.label();
    private static final String OFFERED = RunFigure.OFFERED_PER_SECOND.label();
    private static final List<String> PERCENTILES = List.of("p50", "p90", "p99");
    private static final String ANSWERED_WORDS = "Answered requests a second";

    private final List<ReportedRun> runs;
    private final Tree root;
    private final List<Step> steps;
    private final boolean isOfCallers;
    private final boolean isOrdered;
    private final AxisRange answered;

    SeriesCharts(List<ReportedRun> runs, Tree root) {
        this.runs = runs;
        this.root = root;
        List<String> keys = root.elements(STEPS);
        isOfCallers = all(keys, "concurrency");
        String kind = root.text("series.kind").orElse("");
        isOrdered = (kind.equals("sweep") || kind.equals("search")) && (isOfCallers || all(keys, "rate_per_second"));
        List<Step> found = new ArrayList<>(keys.stream().map(this::step).toList());
        if (isOrdered) {
            found.sort(Comparator.comparingDouble(step -> step.load.orElse(0)));
        }
        steps = List.copyOf(found);
        answered = AxisRange.fromZeroOrWide(values(ANSWERED));
    }

    /** One step: its key in the tree, its load, the label of its points, and the run if it is in the report. */
    private record Step(String key, OptionalDouble load, String label, OptionalInt run) {}

    private boolean all(List<String> keys, String load) {
        return !keys.isEmpty() && keys.stream().allMatch(key -> root.number(key + "." + load).isPresent());
    }

    private Step step(String key) {
        OptionalDouble load = root.number(key + (isOfCallers ? ".concurrency" : ".rate_per_second"));
        String folder = root.text(key + ".folder").orElse("");
        OptionalInt run = runs.stream()
                .filter(one -> String.valueOf(one.run().directory().path().getFileName()).equals(folder))
                .mapToInt(ReportedRun::index).findFirst();
        return new Step(key, load, isOrdered ? number(load.orElse(0)) : folder, run);
    }

    private static String number(double load) {
        return load == Math.rint(load) ? String.valueOf((long) load) : String.valueOf(load);
    }

    private OptionalDouble figure(Step step, String figure) {
        return root.number(step.key + ".figures." + figure);
    }

    private double[] values(String figure) {
        return steps.stream().mapToDouble(step -> figure(step, figure).orElse(Double.NaN)).toArray();
    }

    /**
     * Returns the rank of each run among those of the series by its load: the first has 0, and the colours follow
     * that order. Empty if there is no such order.
     */
    List<Long> order() {
        Long[] order = new Long[runs.size()];
        if (!isOrdered || runs.size() < 2) {
            return List.of();
        }
        for (int place = 0; place < steps.size(); place++) {
            if (steps.get(place).run.isPresent()) {
                order[steps.get(place).run.getAsInt()] = (long) place;
            }
        }
        return Stream.of(order).anyMatch(place -> place == null) ? List.of() : List.of(order);
    }

    /** Draws the known figures of at least two steps. */
    List<Map<String, @Nullable Object>> all() {
        if (steps.size() < 2) {
            return List.of();
        }
        List<Map<String, @Nullable Object>> charts = new ArrayList<>();
        throughput().ifPresent(charts::add);
        percentiles(Dimension.TIME_FROM_INTENDED_START).ifPresent(charts::add);
        percentiles(Dimension.TIME_TO_FIRST_TOKEN).ifPresent(charts::add);
        percentiles(Dimension.TIME_PER_OUTPUT_TOKEN).ifPresent(charts::add);
        single(RunFigure.JOULES_PER_QUERY, "Mean energy of a query").ifPresent(charts::add);
        single(RunFigure.DEVICE_WATTS, "Power of the devices").ifPresent(charts::add);
        return charts;
    }

    /**
     * Draws the answered rate against the offered rate, or against the number of requests in flight if that is
     * constant.
     */
    private Optional<Map<String, @Nullable Object>> throughput() {
        boolean isOffered = known(OFFERED, ANSWERED).size() > 1;
        List<Step> drawn = isOffered
                ? known(OFFERED, ANSWERED)
                : isOrdered && isOfCallers ? known(ANSWERED) : List.of();
        if (drawn.size() < 2) {
            return Optional.empty();
        }
        double[] across = drawn.stream().mapToDouble(step -> isOffered
                ? figure(step, OFFERED).orElseThrow()
                : step.load.orElseThrow()).toArray();
        ChartTree chart = chart(isOffered ? "Answered against offered requests" : "Answered requests over the load")
                .axis("x", isOffered
                        ? Axis.over("Offered requests a second", "1/s", AxisRange.fromZeroOrWide(across))
                        : Axis.over("Requests in flight at once", "", AxisRange.fromZeroOrWide(across)))
                .axis("y", Axis.over(ANSWERED_WORDS, "1/s", answered)).count(drawn.size());
        if (isOffered) {
            chart.put("diagonal", "all that was offered");
        }
        Columns columns = new Columns().put(isOffered ? OFFERED : "concurrency", across);
        return Optional.of(chart.series(ANSWERED, 0, interval(columns, drawn, ANSWERED, "accuracy.summary." + ANSWERED))
                .build());
    }

    private Optional<Map<String, @Nullable Object>> percentiles(Dimension dimension) {
        ChartTree chart = chart(DimensionWords.of(dimension) + " against throughput");
        List<double[]> all = new ArrayList<>();
        int most = 0;
        for (int place = 0; place < PERCENTILES.size(); place++) {
            String percentile = PERCENTILES.get(place);
            String figure = dimension.label() + "_" + percentile;
            List<Step> drawn = known(ANSWERED, figure);
            if (drawn.size() > 1) {
                String analysed = "latency.data.percentiles." + dimension.label() + "." + percentile;
                chart.series(percentile, place, interval(answered(drawn), drawn, figure, analysed));
                all.add(figures(drawn, figure, analysed));
                most = Math.max(most, drawn.size());
            }
        }
        return against(chart, all, DimensionWords.of(dimension), dimension.unit(), most);
    }

    private Optional<Map<String, @Nullable Object>> single(RunFigure figure, String words) {
        ChartTree chart = chart(words + " against throughput");
        List<Step> drawn = known(ANSWERED, figure.label());
        List<double[]> all = new ArrayList<>();
        if (drawn.size() > 1) {
            String analysed = "accuracy.summary." + figure.label();
            chart.series(figure.label(), 0, interval(answered(drawn), drawn, figure.label(), analysed));
            all.add(figures(drawn, figure.label(), analysed));
        }
        return against(chart, all, words, figure.unit(), drawn.size());
    }

    private ChartTree chart(String title) {
        ChartTree chart = ChartTree.of("curve", title).put("counted", "steps").put("joined", isOrdered)
                .source("steps of the series' own file; intervals of 95 %, where known, from each run's analyses");
        return isOrdered
                ? chart.note("Points are labelled with " + (isOfCallers
                        ? "the requests in flight at once"
                        : "the requests to be started a second") + ", and joined in that order")
                : chart;
    }

    private Optional<Map<String, @Nullable Object>> against(ChartTree chart, List<double[]> all, String words,
            String unit, int count) {
        return chart.isEmpty()
                ? Optional.empty()
                : Optional.of(chart.axis("x", Axis.over(ANSWERED_WORDS, "1/s", answered))
                        .axis("y", Axis.over(words, unit,
                                AxisRange.fromZeroOrWide(all.stream().flatMapToDouble(Arrays::stream).toArray())))
                        .count(count)
                        .build());
    }

    private List<Step> known(String... figures) {
        return steps.stream().filter(step -> Stream.of(figures).allMatch(one -> figure(step, one).isPresent()))
                .toList();
    }

    private Columns answered(List<Step> drawn) {
        return new Columns().put(ANSWERED,
                drawn.stream().mapToDouble(step -> figure(step, ANSWERED).orElseThrow()).toArray());
    }

    /** Adds a figure of steps, and its interval from the analysis of each run. */
    private Columns interval(Columns columns, List<Step> drawn, String figure, String analysed) {
        return columns.put(figure, drawn.stream().mapToDouble(step -> figure(step, figure).orElseThrow()).toArray())
                .put("low", end(drawn, analysed + "_low")).put("high", end(drawn, analysed + "_high"))
                .put("load", drawn.stream().map(Step::label).toList());
    }

    /** Lists all values that must fit on an axis: a figure of steps, and the ends of its intervals. */
    private double[] figures(List<Step> drawn, String figure, String analysed) {
        return Stream.of(drawn.stream().mapToDouble(step -> figure(step, figure).orElseThrow()).toArray(),
                end(drawn, analysed + "_low"), end(drawn, analysed + "_high")).flatMapToDouble(Arrays::stream)
                .toArray();
    }

    private double[] end(List<Step> drawn, String key) {
        return drawn.stream().mapToDouble(step -> step.run.isPresent()
                ? root.number(Tree.key("runs", step.run.getAsInt()) + "." + key).orElse(Double.NaN)
                : Double.NaN).toArray();
    }
}
