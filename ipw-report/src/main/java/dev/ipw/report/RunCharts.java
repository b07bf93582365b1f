package dev.ipw.report;

import dev.ipw.report.ChartTree.Axis;
import dev.ipw.report.ChartTree.Columns;
import dev.ipw.report.markup.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The charts that compare runs, a point each, from the results of their analyses. */
record RunCharts(List<ReportedRun> runs, Tree root) {
    private static final int MAX_SUBJECTS = 40;

    /** Draws accuracy and intelligence per joule of each subject, if the analysis has them. */
    List<Map<String, @Nullable Object>> subjects() {
        List<Map<String, @Nullable Object>> charts = new ArrayList<>();
        subjects("accuracy", "Accuracy of each subject", Axis.percent("Accuracy")).ifPresent(charts::add);
        subjects("intelligence_per_share_joule", "Right answers for the shares of each subject",
                Axis.plain("share IPJ", "1/J")).ifPresent(charts::add);
        return charts;
    }

    private Optional<Map<String, @Nullable Object>> subjects(String figure, String title, Axis axis) {
        ChartTree chart = ChartTree.of("interval", title).axis("x", axis).axis("y", Axis.plain("Subject", ""))
                .source("per_subject of the accuracy analysis; lines are intervals of 95 %");
        long count = 0;
        for (ReportedRun run : runs) {
            String list = Tree.key("runs", run.index(), "accuracy", "data", "per_subject");
            List<String> keys = root.elements(list).stream().limit(MAX_SUBJECTS)
                    .filter(key -> root.number(key + "." + figure).isPresent()).toList();
            if (!keys.isEmpty()) {
                chart.series(run.name(), run.index(), new Columns()
                        .put("subject", keys.stream().map(key -> root.text(key + ".subject").orElse("(none)")).toList())
                        .put(figure, column(keys, "." + figure)).put("low", column(keys, "." + figure + "_low"))
                        .put("high", column(keys, "." + figure + "_high")));
                count += keys.stream().mapToLong(key -> (long) root.number(key + ".scored").orElse(0)).sum();
            }
        }
        return chart.isEmpty() ? Optional.empty() : Optional.of(chart.count(count).build());
    }

    private double[] column(List<String> keys, String name) {
        return keys.stream().mapToDouble(key -> root.number(key + name).orElse(Double.NaN)).toArray();
    }

    /** Draws accuracy against the cost of a query; for several runs only. */
    List<Map<String, @Nullable Object>> pareto() {
        if (runs.size() < 2) {
            return List.of();
        }
        List<Map<String, @Nullable Object>> charts = new ArrayList<>();
        pareto("Energy of a query", "joules_per_query", "J").ifPresent(charts::add);
        pareto("Time of a query", "seconds_per_query", "s").ifPresent(charts::add);
        pareto("Cost of a query", "usd_per_query", "USD/query").ifPresent(charts::add);
        return charts;
    }

    private Optional<Map<String, @Nullable Object>> pareto(String words, String cost, String unit) {
        List<String> keys = keysOf(ParetoPart.POINTS, cost, "accuracy");
        if (keys.size() < 2) {
            return Optional.empty();
        }
        double[] costs = keys.stream().flatMapToDouble(key -> Stream.of("", "_low", "_high")
                .mapToDouble(end -> root.number(key + "." + cost + end).orElse(Double.NaN))).toArray();
        if (!(Range.of(costs).to() > 0)) {
            // A cost of zero in all runs distinguishes none of them.
            return Optional.empty();
        }
        ChartTree chart = ChartTree.of("points", "Accuracy against " + words.toLowerCase(Locale.ROOT))
                .axis("x", Axis.over(words, unit, Range.fromZero(costs)))
                .axis("y", Axis.percent("Accuracy")).count(keys.size()).put("counted", "runs")
                .put("frontier", "upper left")
                .source("the pareto analysis of the runs: accuracy and " + cost
                        + " of each run; a run on the line is not dominated");
        keys.forEach(key -> chart.series(root.text(key + ".name").orElse(""),
                Integer.parseInt(key.substring(key.lastIndexOf('.') + 1)), point(key, cost, "accuracy")));
        return Optional.of(chart.build());
    }

    private Columns point(String key, String across, String up) {
        Columns columns = new Columns();
        for (String figure : List.of(across, up)) {
            for (String end : List.of("", "_low", "_high")) {
                columns.put(figure + end, new double[]{root.number(key + "." + figure + end).orElse(Double.NaN)});
            }
        }
        return columns;
    }

    private List<String> keysOf(String list, String... needed) {
        return root.elements(list).stream().filter(key -> List.of(needed).stream()
                .allMatch(figure -> root.number(key + "." + figure).isPresent())).toList();
    }

    /** Draws the relative differences of a comparison, each with its interval. */
    List<Map<String, @Nullable Object>> differences() {
        List<Map<String, @Nullable Object>> charts = new ArrayList<>();
        for (int pair = 0; pair < root.size("comparison.comparisons"); pair++) {
            String key = Tree.key("comparison", "comparisons", pair);
            String second = root.text(key + ".second").orElse("");
            List<String> names = new ArrayList<>();
            List<double[]> shares = new ArrayList<>();
            for (String one : root.elements(key + ".dimensions")) {
                OptionalDouble relative = root.number(one + ".statistics.0.relative.value");
                // For a fraction the table has the difference in percentage points.
                if (relative.isPresent() && !ComparisonPart.isShare(root, one)) {
                    names.add(ComparisonPart.words(root, one));
                    shares.add(new double[]{100 * relative.getAsDouble(),
                            100 * root.number(one + ".statistics.0.relative.low").orElse(Double.NaN),
                            100 * root.number(one + ".statistics.0.relative.high").orElse(Double.NaN)});
                }
            }
            if (!names.isEmpty()) {
                charts.add(ChartTree.of("interval",
                        "Difference of " + second + " from " + root.text(key + ".first").orElse(""))
                        .axis("x", Axis.plain("Relative difference of the median, or of the run's one figure", "%"))
                        .axis("y", Axis.plain("Dimension", "")).count(names.size()).put("counted", "dimensions")
                        .put("zero", true)
                        .source("comparison of this file; lines are intervals of 95 %, and one with an arrow goes on")
                        .series(second, index(second, pair + 1), new Columns().put("dimension", names)
                                .put("percent", shares.stream().mapToDouble(share -> share[0]).toArray())
                                .put("low", shares.stream().mapToDouble(share -> share[1]).toArray())
                                .put("high", shares.stream().mapToDouble(share -> share[2]).toArray()))
                        .build());
            }
        }
        return charts;
    }

    private int index(String name, int otherwise) {
        return runs.stream().filter(run -> run.name().equals(name)).mapToInt(ReportedRun::index).findFirst()
                .orElse(otherwise);
    }
}
