package dev.ipw.report;

import dev.ipw.record.Dimension;
import dev.ipw.report.ChartTree.Axis;
import dev.ipw.report.ChartTree.Columns;
import dev.ipw.report.picture.Density;
import dev.ipw.statistics.Quantiles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Draw how the queries of each run spread in one figure: histogram, boxes, cumulated share, and a smooth density. */
final class SpreadCharts {
    private static final int CURVE_POINTS = 400;
    private static final double FEWEST_BINS = 12;
    private static final double MOST_BINS = 70;
    private static final double MOST_BEYOND = 0.01;
    private static final double FAR = 3;
    private static final double WIDE = 30;

    private final Dimension dimension;
    private final List<ReportedRun> runs;
    private final List<double[]> sorted;
    private final double typical;

    SpreadCharts(Dimension dimension, List<ReportedRun> all) {
        this.dimension = dimension;
        runs = all.stream().filter(run -> run.rows().ends(dimension).count() > 0).toList();
        sorted = runs.stream().map(run -> run.rows().sorted(dimension)).toList();
        typical = sorted.stream().filter(values -> values.length > 0)
                .mapToDouble(values -> Quantiles.ofSorted(values, 0.5)).max().orElse(Double.NaN);
    }

    /** Draw the figure; nothing if no query has it. */
    List<Map<String, @Nullable Object>> all() {
        if (runs.isEmpty() || sorted.stream().allMatch(values -> values.length == 0)) {
            return List.of();
        }
        List<Map<String, @Nullable Object>> charts = new ArrayList<>(List.of(histogram(), boxes(), cumulated()));
        if (dimension == Dimension.OUTPUT_TOKENS) {
            density().ifPresent(charts::add);
        }
        return charts;
    }

    private ChartTree chart(String kind, String what) {
        long count = runs.stream().mapToLong(run -> run.rows().ends(dimension).count()).sum();
        long held = sorted.stream().mapToLong(values -> values.length).sum();
        return ChartTree.of(kind, ReportedRun.words(dimension) + ": " + what).count(count).drawn(held, count)
                .put("dimension", dimension.label())
                .source(dimension.label() + " of each query that has one, from the runs' records");
    }

    private Axis axis() {
        return Axis.scaled(ReportedRun.words(dimension), dimension.unit(), typical);
    }

    private Map<String, @Nullable Object> histogram() {
        double low = sorted.stream().filter(values -> values.length > 0).mapToDouble(values -> values[0]).min()
                .orElseThrow();
        double high = sorted.stream().filter(values -> values.length > 0).mapToDouble(SpreadCharts::end).max()
                .orElseThrow();
        RoundBins bins = RoundBins.over(low, high, wantedBins(high - low), dimension.unit().equals("tokens"));
        ChartTree chart = chart("histogram", "histogram").axis("x", axis())
                .axis("y", Axis.plain("Share of the run's queries", "%"));
        long beyond = 0;
        for (int run = 0; run < runs.size(); run++) {
            double[] counts = new double[bins.count()];
            for (double value : sorted.get(run)) {
                int bin = bins.of(value);
                if (bin >= 0) {
                    counts[bin]++;
                } else {
                    beyond++;
                }
            }
            int all = sorted.get(run).length;
            chart.series(runs.get(run).name(), runs.get(run).index(), new Columns().put("from", bins.lower())
                    .put("to", bins.upper()).put("queries", counts)
                    .put("percent", Arrays.stream(counts).map(count -> 100 * count / Math.max(1, all)).toArray()));
        }
        if (beyond > 0) {
            chart.note(beyond
                    + " queries lie beyond the right end: less than one in a hundred of a run, and further above "
                    + "its upper quartile than three times the quartiles' distance. They are in the shares, and in the boxes");
        }
        return chart.build();
    }

    /**
     * A few far values must not press all others into one bin. Of up to a hundred nothing is left out, and nothing that lies
     * within the far fence (Tukey 1977).
     */
    static double end(double[] sorted) {
        int leftOut = Math.max(0, (int) Math.ceil(MOST_BEYOND * sorted.length) - 1);
        double upper = Quantiles.ofSorted(sorted, 0.75);
        double fence = upper + FAR * (upper - Quantiles.ofSorted(sorted, 0.25));
        return Math.min(sorted[sorted.length - 1], Math.max(fence, sorted[sorted.length - 1 - leftOut]));
    }

    /** Freedman and Diaconis' width, within bounds. */
    private double wantedBins(double span) {
        double width = sorted.stream().filter(values -> values.length > 1)
                .mapToDouble(values -> 2 * (Quantiles.ofSorted(values, 0.75) - Quantiles.ofSorted(values, 0.25))
                        / Math.cbrt(values.length))
                .filter(wide -> wide > 0).min().orElse(0);
        return width > 0 ? Math.clamp(span / width, FEWEST_BINS, MOST_BINS) : FEWEST_BINS;
    }

    private Map<String, @Nullable Object> boxes() {
        ChartTree chart = chart("box", "boxes").axis("x", axis().logarithmic(isWide())).axis("y",
                Axis.plain("Run", ""));
        for (int run = 0; run < runs.size(); run++) {
            double[] values = sorted.get(run);
            if (values.length == 0) {
                continue;
            }
            double lower = Quantiles.ofSorted(values, 0.25);
            double upper = Quantiles.ofSorted(values, 0.75);
            double reach = 1.5 * (upper - lower);
            chart.series(runs.get(run).name(), runs.get(run).index(), new Columns()
                    .put("least", new double[]{runs.get(run).rows().ends(dimension).least()})
                    .put("low_whisker", new double[]{
                            Arrays.stream(values).filter(value -> value >= lower - reach).findFirst().orElseThrow()})
                    .put("lower_quartile", new double[]{lower})
                    .put("median", new double[]{Quantiles.ofSorted(values, 0.5)})
                    .put("upper_quartile", new double[]{upper})
                    .put("high_whisker", new double[]{
                            Arrays.stream(values).filter(value -> value <= upper + reach).max().orElseThrow()})
                    .put("largest", new double[]{runs.get(run).rows().ends(dimension).largest()}));
        }
        return chart.note("Box: quartiles and median; whiskers reach to the last query within one and a half times the "
                + "box; dots are the least and the largest").build();
    }

    /** Only what is positive in all queries, not only in those that are held, fits on an axis of powers of ten. */
    private boolean isWide() {
        return least() > 0 && largest() / least() > WIDE;
    }

    private double least() {
        return runs.stream().mapToDouble(run -> run.rows().ends(dimension).least()).min().orElse(Double.NaN);
    }

    private double largest() {
        return runs.stream().mapToDouble(run -> run.rows().ends(dimension).largest()).max().orElse(Double.NaN);
    }

    private Map<String, @Nullable Object> cumulated() {
        ChartTree chart = chart("line", "share of queries at or below (CDF)").axis("x", axis().logarithmic(isWide()))
                .axis("y", Axis.plain("Share of the run's queries", "%")).put("stepped", true);
        for (int run = 0; run < runs.size(); run++) {
            double[] values = sorted.get(run);
            int points = Math.min(CURVE_POINTS, values.length);
            double[] at = new double[points];
            double[] share = new double[points];
            for (int point = 0; point < points; point++) {
                int rank = (int) ((point + 1L) * values.length / points);
                at[point] = values[rank - 1];
                share[point] = 100.0 * rank / values.length;
            }
            chart.series(runs.get(run).name(), runs.get(run).index(),
                    new Columns().put(dimension.label(), at).put("percent", share));
        }
        return chart.build();
    }

    private Optional<Map<String, @Nullable Object>> density() {
        ChartTree chart = chart("line", "smooth density (KDE), cut at the least and the largest").axis("x", axis())
                .axis("y", Axis.plain("Share of queries a token", "%")).put("filled", true)
                .note("The curve is not continued beyond the least and the largest answer, so that the area under it is "
                        + "less than all queries");
        for (int run = 0; run < runs.size(); run++) {
            int index = runs.get(run).index();
            String name = runs.get(run).name();
            Density.of(sorted.get(run)).ifPresent(smooth -> chart.series(name, index,
                    new Columns().put(dimension.label(), smooth.x()).put("percent_per_token",
                            Arrays.stream(smooth.density()).map(share -> 100 * share).toArray())));
        }
        return chart.isEmpty() ? Optional.empty() : Optional.of(chart.build());
    }
}
