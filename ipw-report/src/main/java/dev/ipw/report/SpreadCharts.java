package dev.ipw.report;

import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.record.Dimension;
import dev.ipw.report.ChartTree.Axis;
import dev.ipw.report.ChartTree.Columns;
import dev.ipw.report.axis.AxisRange;
import dev.ipw.report.markup.DimensionWords;
import dev.ipw.report.picture.Bins;
import dev.ipw.report.picture.Density;
import dev.ipw.statistics.Quantiles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The charts of the distribution of the queries of each run in one figure: a histogram, boxes and the cumulative
 * distribution, in one chart and on one axis.
 */
final class SpreadCharts {
    private static final int CURVE_POINTS = 600;
    private static final int MIN_POINTS = 60;
    private static final int MAX_POINTS = 200;
    /** The step between the drawn points of a curve; a smooth curve needs few points. */
    private static final int EVERY = 8;
    private static final double MIN_BINS = 12;
    private static final double MAX_BINS = 70;
    private static final double MAX_BEYOND = 0.01;
    private static final double FAR = 3;
    /**
     * The maximum number of overlapping histograms; the boxes and the cumulative distributions of all runs are drawn.
     */
    private static final int MAX_HISTOGRAMS = 3;

    private final Dimension dimension;
    private final List<ReportedRun> runs;
    private final List<double[]> sorted;

    SpreadCharts(Dimension dimension, List<ReportedRun> all) {
        this.dimension = dimension;
        runs = all.stream().filter(run -> run.rows().ends(dimension).count() > 0 && held(run, dimension)).toList();
        sorted = runs.stream().map(run -> run.rows().sorted(dimension)).toList();
    }

    private static boolean held(ReportedRun run, Dimension dimension) {
        return run.rows().sorted(dimension).length > 0;
    }

    /** Draws the figure; empty if no query has it. */
    List<Map<String, @Nullable Object>> all() {
        if (runs.isEmpty()) {
            return List.of();
        }
        Bins bins = bins();
        double[] edges = bins.edges();
        AxisRange range = isWide()
                ? AxisRange.wide(least(), largest())
                : new AxisRange(edges[0], edges[edges.length - 1], false);
        long count = runs.stream().mapToLong(run -> run.rows().ends(dimension).count()).sum();
        long held = sorted.stream().mapToLong(values -> values.length).sum();
        ChartTree chart = ChartTree.of("spread", DimensionWords.of(dimension)).count(count).drawn(held, count)
                .put("dimension", dimension.label())
                .axis("x", Axis.over(DimensionWords.of(dimension), dimension.unit(), range))
                .axis("y", Axis.plain("Share of the run's queries", "%"))
                .source(dimension.label() + " of each query that has one, from the runs' records");
        histogram(chart, bins);
        List<Map<String, @Nullable Object>> boxes = new ArrayList<>();
        List<Map<String, @Nullable Object>> shares = new ArrayList<>();
        for (int run = 0; run < runs.size(); run++) {
            boxes.add(part(run, box(run)));
            shares.add(part(run, cumulated(run)));
        }
        boolean isApart = runs.size() <= MAX_HISTOGRAMS;
        chart.put("boxes", boxes).put("shares", shares).put("histogram", isApart);
        if (isApart && dimension == Dimension.OUTPUT_TOKENS) {
            densities(chart, edges[1] - edges[0]);
        }
        return List.of(
                chart.note("Box: quartiles and median; whiskers reach to the last query within one and a half times "
                        + "the box; dots are the least and the largest").build());
    }

    private Map<String, @Nullable Object> part(int run, Columns columns) {
        return TreeBuilder.object().put("name", runs.get(run).name()).put("run", (long) runs.get(run).index())
                .put("columns", columns.values()).build();
    }

    private Bins bins() {
        double low = sorted.stream().mapToDouble(values -> values[0]).min().orElseThrow();
        if (isWide()) {
            double[] all = sorted.stream().flatMapToDouble(Arrays::stream).toArray();
            double[] logarithms = Arrays.stream(all).map(Math::log10).sorted().toArray();
            return Bins.of(all, OptionalInt.of((int) wanted(List.of(logarithms))), OptionalDouble.empty(), true);
        }
        double high = sorted.stream().mapToDouble(SpreadCharts::end).max().orElseThrow();
        return bins(low, high, wanted(sorted), dimension.unit().equals("tokens"));
    }

    static Bins bins(double low, double high, double wanted, boolean areTokens) {
        RoundBins round = RoundBins.over(low, high, wanted, areTokens);
        // Single whole numbers are in the middle of their bins, below the box and the curve of the same number.
        double first = areTokens && round.width() == 1 ? round.first() - 0.5 : round.first();
        double[] edges = new double[round.count() + 1];
        Arrays.setAll(edges, edge -> first + edge * round.width());
        return new Bins(edges);
    }

    private void histogram(ChartTree chart, Bins bins) {
        double[] edges = bins.edges();
        long beyond = 0;
        for (int run = 0; run < runs.size(); run++) {
            double[] counts = Arrays.stream(bins.count(sorted.get(run))).asDoubleStream().toArray();
            int all = sorted.get(run).length;
            beyond += all - (long) Arrays.stream(counts).sum();
            chart.series(runs.get(run).name(), runs.get(run).index(), new Columns()
                    .put("from", Arrays.copyOf(edges, bins.count()))
                    .put("to", Arrays.copyOfRange(edges, 1, edges.length)).put("queries", counts)
                    .put("percent", Arrays.stream(counts).map(count -> 100 * count / Math.max(1, all)).toArray()));
        }
        if (beyond > 0) {
            chart.note(beyond
                    + " queries lie beyond the right end: less than one in a hundred of a run, and further above "
                    + "its upper quartile than three times the quartiles' distance. They are in the shares, and in the boxes");
        }
    }

    /**
     * Returns the end of the axis: a few outliers must not press all others into one bin. No value is omitted among
     * up to a hundred, and no value within the outer fence (Tukey 1977).
     */
    static double end(double[] sorted) {
        int leftOut = Math.max(0, (int) Math.ceil(MAX_BEYOND * sorted.length) - 1);
        double upper = Quantiles.ofSorted(sorted, 0.75);
        double fence = upper + FAR * (upper - Quantiles.ofSorted(sorted, 0.25));
        return Math.min(sorted[sorted.length - 1], Math.max(fence, sorted[sorted.length - 1 - leftOut]));
    }

    /** Returns the number of bins by the width of Freedman and Diaconis, within bounds. */
    private static double wanted(List<double[]> lists) {
        double low = lists.stream().mapToDouble(values -> values[0]).min().orElseThrow();
        double high = lists.stream().mapToDouble(values -> values[values.length - 1]).max().orElseThrow();
        double width = lists.stream().filter(values -> values.length > 1)
                .mapToDouble(values -> 2 * (Quantiles.ofSorted(values, 0.75) - Quantiles.ofSorted(values, 0.25))
                        / Math.cbrt(values.length))
                .filter(wide -> wide > 0).min().orElse(0);
        return width > 0 ? Math.clamp((high - low) / width, MIN_BINS, MAX_BINS) : MIN_BINS;
    }

    private Columns box(int run) {
        double[] values = sorted.get(run);
        double lower = Quantiles.ofSorted(values, 0.25);
        double upper = Quantiles.ofSorted(values, 0.75);
        double reach = 1.5 * (upper - lower);
        RunRows.Ends ends = runs.get(run).rows().ends(dimension);
        return new Columns().put("least", new double[]{ends.least()})
                .put("low_whisker", new double[]{
                        Arrays.stream(values).filter(value -> value >= lower - reach).findFirst().orElseThrow()})
                .put("lower_quartile", new double[]{lower})
                .put("median", new double[]{Quantiles.ofSorted(values, 0.5)})
                .put("upper_quartile", new double[]{upper})
                .put("high_whisker", new double[]{
                        Arrays.stream(values).filter(value -> value <= upper + reach).max().orElseThrow()})
                .put("largest", new double[]{ends.largest()});
    }

    /**
     * Returns whether the axis is logarithmic: the figure must be positive in all queries, not only in the stored
     * ones.
     */
    private boolean isWide() {
        return AxisRange.isWide(least(), largest());
    }

    private double least() {
        return runs.stream().mapToDouble(run -> run.rows().ends(dimension).least()).min().orElse(Double.NaN);
    }

    private double largest() {
        return runs.stream().mapToDouble(run -> run.rows().ends(dimension).largest()).max().orElse(Double.NaN);
    }

    private Columns cumulated(int run) {
        double[] values = sorted.get(run);
        int points = Math.min(Math.clamp(CURVE_POINTS / runs.size(), MIN_POINTS, MAX_POINTS), values.length);
        double[] at = new double[points];
        double[] share = new double[points];
        for (int point = 0; point < points; point++) {
            int rank = (int) ((point + 1L) * values.length / points);
            at[point] = values[rank - 1];
            share[point] = 100.0 * rank / values.length;
        }
        return new Columns().put(dimension.label(), at).put("percent", share);
    }

    /** Adds a smooth curve over the histogram: the fraction that a bin of the same width would have there. */
    private void densities(ChartTree chart, double width) {
        List<Map<String, @Nullable Object>> curves = new ArrayList<>();
        for (int run = 0; run < runs.size() && !isWide(); run++) {
            Optional<Density> smooth = Density.of(sorted.get(run));
            if (smooth.isPresent()) {
                curves.add(part(run, new Columns().put(dimension.label(), thinned(smooth.get().x()))
                        .put("percent_of_a_bin", Arrays.stream(thinned(smooth.get().density()))
                                .map(share -> 100 * share * width).toArray())));
            }
        }
        if (!curves.isEmpty()) {
            chart.put("densities", curves).note("The smooth curve over the histogram (KDE) is cut at the least and the "
                    + "largest answer, so that the area under it is less than all queries");
        }
    }

    private static double[] thinned(double[] points) {
        return IntStream.range(0, points.length).filter(point -> point % EVERY == 0 || point == points.length - 1)
                .mapToDouble(point -> points[point]).toArray();
    }
}
