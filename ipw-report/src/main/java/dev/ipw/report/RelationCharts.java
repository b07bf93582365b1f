package dev.ipw.report;

import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.record.Dimension;
import dev.ipw.report.ChartTree.Axis;
import dev.ipw.report.ChartTree.Columns;
import dev.ipw.statistics.Quantiles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Draw one figure of queries against another: clouds of points with fits, and means over prompt and answer lengths. */
final class RelationCharts {
    private static final int MOST_POINTS = 20_000;
    private static final int MOST_CELLS = 12;
    private static final List<Dimension> HEAT = List.of(Dimension.TIME_FROM_INTENDED_START,
            Dimension.TIME_TO_FIRST_TOKEN, Dimension.ENERGY_JOULES, Dimension.ENERGY_PER_OUTPUT_TOKEN_JOULES);

    private final List<ReportedRun> runs;
    private final Tree root;

    RelationCharts(List<ReportedRun> runs, Tree root) {
        this.runs = runs;
        this.root = root;
    }

    /** Draw energy, latency and time per token against tokens, as far as they are known. */
    List<Map<String, @Nullable Object>> clouds() {
        List<Map<String, @Nullable Object>> charts = new ArrayList<>();
        cloud(Dimension.OUTPUT_TOKENS, Dimension.ENERGY_JOULES, "output_tokens_vs_energy").ifPresent(charts::add);
        cloud(Dimension.INPUT_TOKENS, Dimension.ENERGY_JOULES, "input_tokens_vs_energy").ifPresent(charts::add);
        cloud(Dimension.OUTPUT_TOKENS, Dimension.TIME_FROM_INTENDED_START, "output_tokens_vs_latency")
                .ifPresent(charts::add);
        cloud(Dimension.OUTPUT_TOKENS, Dimension.TIME_PER_OUTPUT_TOKEN, "").ifPresent(charts::add);
        cloud(Dimension.INPUT_TOKENS, Dimension.TIME_TO_FIRST_TOKEN, "").ifPresent(charts::add);
        return charts;
    }

    private Optional<Map<String, @Nullable Object>> cloud(Dimension across, Dimension up, String fit) {
        int most = MOST_POINTS / runs.size();
        ChartTree chart = ChartTree.of("scatter", ReportedRun.words(up) + " against "
                + ReportedRun.words(across).toLowerCase(Locale.ROOT)).put("marginals", true);
        List<Map<String, @Nullable Object>> fits = new ArrayList<>();
        long drawn = 0;
        long known = 0;
        boolean counted = true;
        double typical = 0;
        for (ReportedRun run : runs) {
            double[] x = run.rows().column(across);
            double[] y = run.rows().column(up);
            int[] both = IntStream.range(0, x.length).filter(row -> Double.isFinite(x[row]) && Double.isFinite(y[row]))
                    .toArray();
            if (both.length == 0) {
                continue;
            }
            // Rows are in random order where they are a sample; else every so many keeps the run's course.
            int[] kept = every(both, most);
            chart.series(run.name(), run.index(), new Columns().put(across.label(), pick(x, kept))
                    .put(up.label(), pick(y, kept)));
            fit(run, fit).ifPresent(fits::add);
            typical = Math.max(typical, Quantiles.of(pick(y, kept), 0.9));
            drawn += kept.length;
            // How many of the queries that are not held have both figures can only be told from those that are.
            counted &= run.rows().held() == run.rows().queries();
            known += Math.round((double) both.length * run.rows().queries() / run.rows().held());
        }
        if (chart.isEmpty()) {
            return Optional.empty();
        }
        if (!counted) {
            chart.put("about", true);
        }
        return Optional.of(chart.axis("x", Axis.plain(ReportedRun.words(across), across.unit()))
                .axis("y", Axis.scaled(ReportedRun.words(up), up.unit(), typical)).count(known).drawn(drawn, known)
                .put("fits", fits)
                .source(across.label() + " and " + up.label() + " of each query that has both"
                        + (fits.isEmpty() ? "" : "; lines: " + fit + " of the regression"))
                .build());
    }

    private static int[] every(int[] rows, int most) {
        int every = Math.max(1, (rows.length + most - 1) / most);
        return IntStream.range(0, (rows.length + every - 1) / every).map(one -> rows[one * every]).toArray();
    }

    private static double[] pick(double[] column, int[] rows) {
        return Arrays.stream(rows).mapToDouble(row -> column[row]).toArray();
    }

    /** Take the line from the regression, if that was made and found one. */
    private Optional<Map<String, @Nullable Object>> fit(ReportedRun run, String name) {
        String key = Tree.key("runs", run.index(), "regression", "data", name);
        if (name.isEmpty() || root.number(key + ".slope").isEmpty() || root.number(key + ".intercept").isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(TreeBuilder.object().put("name", run.name()).put("run", (long) run.index())
                .put("slope", root.number(key + ".slope")).put("intercept", root.number(key + ".intercept"))
                .put("r2", root.number(key + ".r2")).build());
    }

    /** Draw the mean of figures over the lengths of prompts and answers, for each run. */
    List<Map<String, @Nullable Object>> heatMaps() {
        List<Map<String, @Nullable Object>> charts = new ArrayList<>();
        HEAT.forEach(dimension -> charts.addAll(heatMaps(dimension)));
        return charts;
    }

    /** The same colour means the same in each run's map of one figure. */
    private List<Map<String, @Nullable Object>> heatMaps(Dimension dimension) {
        Map<ReportedRun, Cells> cells = new LinkedHashMap<>();
        runs.forEach(run -> cells(run, dimension).ifPresent(known -> cells.put(run, known)));
        double[] means = cells.values().stream().flatMapToDouble(known -> Arrays.stream(known.means())).toArray();
        if (means.length == 0) {
            return List.of();
        }
        UnitScale scale = UnitScale.of(Quantiles.of(means, 0.5), dimension.unit());
        TreeBuilder value = TreeBuilder.object().put("label", "Mean " + dimension.label()).put("unit", scale.unit())
                .put("factor", scale.factor()).put("column_unit", dimension.unit())
                .put("least", Arrays.stream(means).min().orElseThrow())
                .put("most", Arrays.stream(means).max().orElseThrow());
        List<Map<String, @Nullable Object>> charts = new ArrayList<>();
        cells.forEach((run, known) -> charts.add(heatMap(run, dimension, known, value)));
        return charts;
    }

    private static Optional<Cells> cells(ReportedRun run, Dimension dimension) {
        double[] input = run.rows().column(Dimension.INPUT_TOKENS);
        double[] output = run.rows().column(Dimension.OUTPUT_TOKENS);
        double[] value = run.rows().column(dimension);
        int[] known = IntStream.range(0, value.length).filter(row -> Double.isFinite(input[row])
                && Double.isFinite(output[row]) && Double.isFinite(value[row])).toArray();
        if (known.length < 2) {
            return Optional.empty();
        }
        Cells cells = new Cells(bins(pick(input, known)), bins(pick(output, known)));
        for (int row : known) {
            cells.add(input[row], output[row], value[row]);
        }
        return cells.filled().length < 2 ? Optional.empty() : Optional.of(cells);
    }

    private static Map<String, @Nullable Object> heatMap(ReportedRun run, Dimension dimension, Cells cells,
            TreeBuilder value) {
        long count = run.rows().ends(dimension).count();
        return ChartTree.of("heat", ReportedRun.words(dimension) + ": mean over lengths, " + run.name())
                .axis("x", Axis.plain("Input tokens", "tokens")).axis("y", Axis.plain("Output tokens", "tokens"))
                .put("value", value.build()).count(count).drawn(cells.queries(), count)
                .source("mean " + dimension.label() + " of the queries in each cell; the number of queries is at the "
                        + "pointer and in the CSV")
                .series(run.name(), run.index(), cells.columns(dimension)).build();
    }

    private static RoundBins bins(double[] tokens) {
        Arrays.sort(tokens);
        return RoundBins.over(tokens[0], tokens[tokens.length - 1], MOST_CELLS, true);
    }

    /** Sum a figure up over two lengths. */
    private static final class Cells {
        private final RoundBins across;
        private final RoundBins up;
        private final double[][] sums;
        private final double[][] counts;

        Cells(RoundBins across, RoundBins up) {
            this.across = across;
            this.up = up;
            sums = new double[across.count()][up.count()];
            counts = new double[across.count()][up.count()];
        }

        void add(double input, double output, double value) {
            sums[across.of(input)][up.of(output)] += value;
            counts[across.of(input)][up.of(output)]++;
        }

        int[] filled() {
            return IntStream.range(0, across.count() * up.count())
                    .filter(cell -> counts[cell / up.count()][cell % up.count()] > 0).toArray();
        }

        long queries() {
            return (long) Arrays.stream(counts).flatMapToDouble(Arrays::stream).sum();
        }

        double[] means() {
            return Arrays.stream(filled()).mapToDouble(cell -> sums[cell / up.count()][cell % up.count()]
                    / counts[cell / up.count()][cell % up.count()]).toArray();
        }

        Columns columns(Dimension dimension) {
            int[] cells = filled();
            return new Columns().put("input_from", lower(across, cells, up.count(), true))
                    .put("input_to", upper(across, cells, up.count(), true))
                    .put("output_from", lower(up, cells, up.count(), false))
                    .put("output_to", upper(up, cells, up.count(), false))
                    .put("mean_" + dimension.label(), means())
                    .put("queries", Arrays.stream(cells)
                            .mapToDouble(cell -> counts[cell / up.count()][cell % up.count()]).toArray());
        }

        private static double[] lower(RoundBins bins, int[] cells, int rows, boolean isAcross) {
            double[] lower = bins.lower();
            return Arrays.stream(cells).mapToDouble(cell -> lower[isAcross ? cell / rows : cell % rows]).toArray();
        }

        private static double[] upper(RoundBins bins, int[] cells, int rows, boolean isAcross) {
            double[] upper = bins.upper();
            return Arrays.stream(cells).mapToDouble(cell -> upper[isAcross ? cell / rows : cell % rows]).toArray();
        }
    }
}
