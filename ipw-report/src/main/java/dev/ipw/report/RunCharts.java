package dev.ipw.report;

import dev.ipw.report.ChartTree.Axis;
import dev.ipw.report.ChartTree.Columns;
import dev.ipw.report.axis.AxisRange;
import dev.ipw.report.markup.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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
            boolean isOfShares = figure.contains("share");
            if (isOfShares && root.has(Tree.key("runs", run.index(), "shares_unusable"))) {
                continue;
            }
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
        if (!(AxisRange.of(costs).to() > 0)) {
            // A cost of zero in all runs distinguishes none of them.
            return Optional.empty();
        }
        ChartTree chart = ChartTree.of("points", "Accuracy against " + words.toLowerCase(Locale.ROOT))
                .axis("x", Axis.over(words, unit, AxisRange.fromZero(costs)))
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
}
