package dev.ipw.report;

import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.record.Dimension;
import dev.ipw.report.ChartTree.Axis;
import dev.ipw.report.ChartTree.Columns;
import dev.ipw.report.axis.AxisRange;
import dev.ipw.report.axis.AxisUnit;
import dev.ipw.report.markup.DimensionWords;
import dev.ipw.report.markup.Tree;
import dev.ipw.statistics.Quantiles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The charts of one figure of queries against another: scatter plots with fits, and means over prompt and answer
 * lengths.
 */
final class RelationCharts {
    /** The maximum number of points: more overlap in a chart of a third of a screen. */
    private static final int MAX_POINTS = 2000;
    private static final int MIN_POINTS = 200;
    private static final long SEED = 42;
    private static final double BEYOND = 1.3;
    private static final double MAX_LOW = 0.98;
    private static final int MAX_CELLS = 12;
    private static final List<Dimension> HEAT = List.of(Dimension.TIME_FROM_INTENDED_START,
            Dimension.TIME_TO_FIRST_TOKEN, Dimension.ENERGY_JOULES, Dimension.ENERGY_PER_OUTPUT_TOKEN_JOULES);

    private final List<ReportedRun> runs;
    private final Tree root;
    private final Map<Dimension, AxisRange> across = new EnumMap<>(Dimension.class);
    private final Map<Dimension, AxisRange> up = new EnumMap<>(Dimension.class);

    RelationCharts(List<ReportedRun> runs, Tree root) {
        this.runs = runs;
        this.root = root;
    }

    /** Draws energy, latency and time per token against tokens, as far as they are known. */
    List<Map<String, @Nullable Object>> clouds() {
        List<Map<String, @Nullable Object>> charts = new ArrayList<>();
        cloud(Dimension.OUTPUT_TOKENS, Dimension.ENERGY_JOULES, "output_tokens_vs_energy").ifPresent(charts::add);
        cloud(Dimension.INPUT_TOKENS, Dimension.ENERGY_JOULES, "input_tokens_vs_energy").ifPresent(charts::add);
        cloud(Dimension.OUTPUT_TOKENS, Dimension.TIME_FROM_INTENDED_START, "").ifPresent(charts::add);
        cloud(Dimension.OUTPUT_TOKENS, Dimension.TIME_PER_OUTPUT_TOKEN, "").ifPresent(charts::add);
        cloud(Dimension.INPUT_TOKENS, Dimension.TIME_TO_FIRST_TOKEN, "").ifPresent(charts::add);
        return charts;
    }

    /** The queries of a run that have both figures. */
    private record Both(ReportedRun run, double[] x, double[] y) {
        static Both of(ReportedRun run, Dimension across, Dimension up) {
            double[] x = run.rows().column(across);
            double[] y = run.rows().column(up);
            int[] both = IntStream.range(0, x.length)
                    .filter(row -> Double.isFinite(x[row]) && Double.isFinite(y[row])).toArray();
            return new Both(run, pick(x, both), pick(y, both));
        }

        /** Returns the indexes of the drawn points: all, or a random sample of this size. */
        int[] drawn(int most) {
            int[] rows = IntStream.range(0, x.length).toArray();
            if (rows.length <= most) {
                return rows;
            }
            SplittableRandom random = new SplittableRandom(SEED);
            for (int place = 0; place < most; place++) {
                int other = random.nextInt(place, rows.length);
                int swapped = rows[other];
                rows[other] = rows[place];
                rows[place] = swapped;
            }
            return Arrays.stream(rows, 0, most).sorted().toArray();
        }

        /** Returns the number of all queries with both figures; an estimate if the stored queries are a sample. */
        long known() {
            return Math.round((double) x.length * run.rows().queries() / run.rows().held());
        }
    }

    private Optional<Map<String, @Nullable Object>> cloud(Dimension of, Dimension against, String analysed) {
        List<Both> clouds = runs.stream().map(run -> Both.of(run, of, against)).filter(both -> both.x.length > 0)
                .toList();
        if (clouds.isEmpty()) {
            return Optional.empty();
        }
        int most = Math.max(MIN_POINTS, MAX_POINTS / clouds.size());
        AxisRange right = across.computeIfAbsent(of, this::whole);
        AxisRange high = up.computeIfAbsent(against, this::low);
        ChartTree chart = ChartTree.of("scatter",
                DimensionWords.of(against) + " against " + DimensionWords.of(of).toLowerCase(Locale.ROOT))
                .axis("x", Axis.over(DimensionWords.of(of), of.unit(), right))
                .axis("y", Axis.over(DimensionWords.of(against), against.unit(), high));
        List<Map<String, @Nullable Object>> fits = new ArrayList<>();
        long drawn = 0;
        for (Both cloud : clouds) {
            int[] drawnRows = cloud.drawn(most);
            drawn += drawnRows.length;
            chart.series(cloud.run.name(), cloud.run.index(), new Columns().put(of.label(), pick(cloud.x, drawnRows))
                    .put(against.label(), pick(cloud.y, drawnRows)));
            fit(cloud, analysed).ifPresent(fits::add);
        }
        long known = clouds.stream().mapToLong(Both::known).sum();
        if (clouds.stream().anyMatch(cloud -> cloud.run.rows().held() < cloud.run.rows().queries())) {
            // For the queries that are not stored, the number with both figures is only an estimate.
            chart.put("about", true);
        }
        if (drawn < known) {
            chart.note("The points are a sample, drawn by lot with a fixed seed");
        }
        chart.put("beyond", clouds.stream().flatMapToDouble(cloud -> Arrays.stream(cloud.y))
                .filter(value -> value > high.to()).count());
        return Optional.of(chart.count(known).drawn(drawn, known).put("fits", fits)
                .source(of.label() + " and " + against.label() + " of each query that has both"
                        + (fits.isEmpty()
                                ? ""
                                : analysed.isEmpty()
                                        ? "; lines: least squares through them"
                                        : "; lines: " + analysed + " of the regression"))
                .build());
    }

    /** Returns the shared range of tokens for each chart of the row. */
    private AxisRange whole(Dimension dimension) {
        double[] all = all(dimension);
        AxisRange ends = AxisRange.of(all);
        double room = ends.to() > ends.from() ? (ends.to() - ends.from()) * 0.03 : 1;
        return new AxisRange(ends.from() - room, ends.to() + room, false);
    }

    /** Returns a range that ends above all but two in a hundred values: a few outliers must not flatten all others. */
    private AxisRange low(Dimension dimension) {
        double[] all = all(dimension);
        double most = Quantiles.of(all, MAX_LOW) * BEYOND;
        return AxisRange.fromZero(AxisRange.of(all).from(),
                AxisRange.of(all).to() > most ? most : AxisRange.of(all).to());
    }

    private double[] all(Dimension dimension) {
        return runs.stream().flatMapToDouble(run -> Arrays.stream(run.rows().sorted(dimension))).toArray();
    }

    /** Returns the line of the regression, if that was computed and found one; a line for times is computed here. */
    private Optional<Map<String, @Nullable Object>> fit(Both cloud, String analysed) {
        String key = Tree.key("runs", cloud.run.index(), "regression", "data") + "." + analysed;
        Optional<Fit> found = analysed.isEmpty()
                ? Fit.of(cloud.x, cloud.y)
                : root.number(key + ".slope").isEmpty() || root.number(key + ".intercept").isEmpty()
                        ? Optional.empty()
                        : Optional.of(new Fit(root.number(key + ".slope").orElseThrow(),
                                root.number(key + ".intercept").orElseThrow(), root.number(key + ".r2"),
                                (long) root.number(key + ".count").orElse(0)));
        AxisRange ends = AxisRange.of(cloud.x);
        return found.filter(Fit::isShown)
                .map(line -> line.tree(cloud.run.name(), cloud.run.index(), ends.from(), ends.to(), cloud.x, cloud.y));
    }

    private static double[] pick(double[] column, int[] rows) {
        return Arrays.stream(rows).mapToDouble(row -> column[row]).toArray();
    }

    /** Draws the means of figures over the lengths of prompts and answers, for each run. */
    List<Map<String, @Nullable Object>> heatMaps() {
        List<Map<String, @Nullable Object>> charts = new ArrayList<>();
        HEAT.forEach(dimension -> charts.addAll(heatMaps(dimension)));
        return charts;
    }

    /** Draws the map of one figure for each run; all have the same axes and colours. */
    private List<Map<String, @Nullable Object>> heatMaps(Dimension dimension) {
        double[] input = all(Dimension.INPUT_TOKENS);
        double[] output = all(Dimension.OUTPUT_TOKENS);
        if (input.length == 0 || output.length == 0) {
            return List.of();
        }
        RoundBins across = bins(input);
        RoundBins up = bins(output);
        Map<ReportedRun, Cells> cells = new LinkedHashMap<>();
        runs.forEach(run -> cells(run, dimension, across, up).ifPresent(known -> cells.put(run, known)));
        double[] means = cells.values().stream().flatMapToDouble(known -> Arrays.stream(known.means())).toArray();
        if (means.length == 0) {
            return List.of();
        }
        AxisRange ends = AxisRange.of(means);
        AxisUnit scale = AxisUnit.of(ends.from(), ends.to(), dimension.unit());
        TreeBuilder value = TreeBuilder.object().put("label", "Mean " + dimension.label()).put("unit", scale.unit())
                .put("factor", scale.factor()).put("column_unit", dimension.unit()).put("least", ends.from())
                .put("most", ends.to());
        List<Map<String, @Nullable Object>> charts = new ArrayList<>();
        cells.forEach((run, known) -> charts.add(heatMap(run, dimension, known, value)));
        return charts;
    }

    private static Optional<Cells> cells(ReportedRun run, Dimension dimension, RoundBins across, RoundBins up) {
        double[] input = run.rows().column(Dimension.INPUT_TOKENS);
        double[] output = run.rows().column(Dimension.OUTPUT_TOKENS);
        double[] value = run.rows().column(dimension);
        int[] known = IntStream.range(0, value.length).filter(row -> Double.isFinite(input[row])
                && Double.isFinite(output[row]) && Double.isFinite(value[row])).toArray();
        Cells cells = new Cells(across, up);
        for (int row : known) {
            cells.add(input[row], output[row], value[row]);
        }
        return cells.filled().length < 2 ? Optional.empty() : Optional.of(cells);
    }

    private static Map<String, @Nullable Object> heatMap(ReportedRun run, Dimension dimension, Cells cells,
            TreeBuilder value) {
        long count = run.rows().ends(dimension).count();
        return ChartTree.of("heat", DimensionWords.of(dimension) + ": mean over lengths, " + run.name())
                .axis("x", Cells.axis("Input tokens", cells.across)).axis("y", Cells.axis("Output tokens", cells.up))
                .put("value", value.build()).count(count).drawn(cells.queries(), count)
                .source("mean " + dimension.label() + " of the queries in each cell; the number of queries is at the "
                        + "pointer and in the CSV")
                .series(run.name(), run.index(), cells.columns(dimension)).build();
    }

    private static RoundBins bins(double[] tokens) {
        Arrays.sort(tokens);
        return RoundBins.over(tokens[0], tokens[tokens.length - 1], MAX_CELLS, true);
    }

    /** The sums of a figure over two lengths. */
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

        private static Axis axis(String label, RoundBins bins) {
            return Axis.over(label, "tokens",
                    new AxisRange(bins.first(), bins.first() + bins.count() * bins.width(), false));
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
