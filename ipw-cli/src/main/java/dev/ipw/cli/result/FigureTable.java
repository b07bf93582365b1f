package dev.ipw.cli.result;

import dev.ipw.analysis.Efficiency.QueryCoverage;
import dev.ipw.analysis.QuantileEstimate;
import dev.ipw.analysis.internal.AnalysedRun;
import dev.ipw.analysis.internal.EstimateTree;
import dev.ipw.analysis.internal.QueryColumn;
import dev.ipw.analysis.internal.QueryMask;
import dev.ipw.analysis.internal.RecordGatherer;
import dev.ipw.cli.text.BriefNames;
import dev.ipw.cli.text.Figures;
import dev.ipw.cli.text.ShownFigure;
import dev.ipw.cli.text.TextTable;
import dev.ipw.internal.number.SiPrefix;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.record.Dimension;
import dev.ipw.record.LatencyMetrics.TokenBasis;
import dev.ipw.record.RecordedQuery;
import dev.ipw.run.LoadSettings;
import dev.ipw.statistics.Estimate;
import dev.ipw.statistics.Interval;
import dev.ipw.statistics.Quantiles;
import dev.ipw.statistics.Statistics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** A table of the per-query figures: mean and percentiles, with intervals if there is room for them. */
final class FigureTable {
    private static final List<Dimension> SHARES = List.of(Dimension.ENERGY_JOULES,
            Dimension.ENERGY_PER_OUTPUT_TOKEN_JOULES, Dimension.POWER_WATTS);
    private static final double[] PROBABILITIES = {0.5, 0.9, 0.99};
    private static final int WIDE = 110;
    private static final double MIN_UNREPORTED_SHARE = 0.95;
    private static final String INDENT = "  ";

    private final TimesValidity times;
    private final long guesses;
    private final List<Dimension> dimensions;
    private final Map<Dimension, Spread> spreads;
    private final QueryCoverage coverage;

    private FigureTable(TimesValidity times, long guesses, List<Dimension> dimensions,
            Map<Dimension, Spread> spreads, QueryCoverage coverage) {
        this.coverage = coverage;
        this.times = times;
        this.guesses = guesses;
        this.dimensions = dimensions;
        this.spreads = spreads;
    }

    /** The gatherer of a run's figures; it takes times only of those requests whose times count. */
    static final class Gatherer implements RecordGatherer {
        private final List<Dimension> dimensions;
        private final Map<Dimension, QueryColumn> values = new LinkedHashMap<>();
        private final QueryMask counted;
        private final QueryCoverage.Tally coverage = new QueryCoverage.Tally();
        private long guesses;

        Gatherer(AnalysedRun run) {
            dimensions = dimensions(run.run().summary().configuration().load());
            dimensions.forEach(dimension -> values.put(dimension, run.column(dimension)));
            counted = run.countedQueries();
        }

        /** Returns the gatherers of the figures, which other gatherers of the run may share. */
        List<RecordGatherer> columns() {
            List<RecordGatherer> all = new ArrayList<>(values.values());
            all.add(counted);
            return all;
        }

        @Override
        public void add(RecordedQuery record) {
            coverage.add(record.headline().isComplete(),
                    record.totalSeconds());
            guesses += !record.hasFailed() && record.latency().timePerOutputTokenBasis()
                    .filter(TokenBasis.UNCERTAIN::equals).isPresent() ? 1 : 0;
        }

        /** Returns the table. */
        public FigureTable finish(TimesValidity times) {
            QueryCoverage known = coverage.finish();
            Map<Dimension, Spread> spreads = new LinkedHashMap<>();
            // Queries in a gap are mostly long ones: the others do not represent them.
            values.forEach((dimension, column) -> spreads.put(dimension,
                    Spread.ofSorted(SHARES.contains(dimension) && !known.isEnough()
                            ? new double[0]
                            : column.sorted(dimension.isOfTime() ? counted::holds : row -> true))));
            return new FigureTable(times, guesses, dimensions, spreads, known);
        }
    }

    /**
     * The spread of the figures of all queries in one dimension.
     *
     * @param count       their number
     * @param statistics  their summary; empty without any
     * @param mean        their mean with its interval
     * @param p95         their 95th percentile
     * @param percentiles those of {@link #PROBABILITIES}; each empty if the sample is too small for it
     */
    private record Spread(int count, Optional<Statistics> statistics, Optional<Estimate> mean, OptionalDouble p95,
            List<Optional<Estimate>> percentiles) {
        /** The quantile of the normal distribution for a 95 % interval. */
        private static final double STANDARD_ERRORS = 1.96;
        private static final Spread NONE = ofSorted(new double[0]);

        static Spread ofSorted(double[] sorted) {
            Optional<Statistics> statistics = Statistics.ofSorted(sorted);
            return new Spread(sorted.length, statistics, statistics.map(known -> mean(known.average(), sorted)),
                    sorted.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(Quantiles.ofSorted(sorted, 0.95)),
                    DoubleStream.of(PROBABILITIES)
                            .mapToObj(probability -> QuantileEstimate.ofSorted(sorted, probability)
                                    .map(QuantileEstimate::estimate))
                            .toList());
        }

        private static Estimate mean(double average, double[] values) {
            double squares = Arrays.stream(values).map(value -> (value - average) * (value - average)).sum();
            double half = STANDARD_ERRORS * Math.sqrt(squares / Math.max(1, values.length - 1) / values.length);
            return new Estimate(average, new Interval(average - half, average + half, 0.95));
        }
    }

    private static List<Dimension> dimensions(LoadSettings load) {
        List<Dimension> dimensions = new ArrayList<>(SHARES);
        dimensions.add(Dimension.TIME_FROM_INTENDED_START);
        if (load.isOpenLoop()) {
            dimensions.add(Dimension.TOTAL_TIME);
        }
        dimensions.addAll(List.of(Dimension.TIME_TO_FIRST_TOKEN, Dimension.TIME_PER_OUTPUT_TOKEN,
                Dimension.OUTPUT_TOKENS_PER_SECOND));
        return dimensions;
    }

    /**
     * Formats the table for a person. A percentile for which the sample is too small is a dash. The estimated times
     * at the end are those of answers with counted tokens that may not have arrived.
     */
    String text(int columns) {
        return table(dimensions, "", times.mark(), columns) + shares(columns)
                + (guesses == 0 ? "" : "  Estimated times per output token: " + guesses + "\n");
    }

    /** Formats only the times, below their verdict: without intervals, and with abbreviated names, to fit. */
    String times(int columns) {
        return table(dimensions.stream().filter(Dimension::isOfTime).toList(), "Times: " + times.verdict(), "",
                columns);
    }

    private String table(List<Dimension> shown, String heading, String mark, int columns) {
        boolean intervals = columns >= WIDE;
        TextTable wide = new TextTable(1, 2, 3, 4).dropping(3).row(heading, "mean", "median", "p90", "p99", "");
        TextTable brief = new TextTable(1, 2, 3, 4).dropping(3).row(heading, "mean", "median", "p90", "p99", "");
        TextTable narrow = new TextTable(0, 1, 2, 3).dropping(2);
        if (!heading.isEmpty()) {
            narrow.row(heading);
        }
        narrow.row("mean", "median", "p90", "p99");
        for (Dimension dimension : shown) {
            Spread spread = spreads.getOrDefault(dimension, Spread.NONE);
            if (spread.count() == 0 && dimension.isShare()) {
                continue;
            }
            String rest = sample(dimension, spread.count()) + (dimension.isOfTime() ? mark : "");
            String name = dimension.words() + rest;
            FigureRow row = FigureRow.of(dimension, spread, intervals);
            wide.row(name, row.mean(), row.median(), row.p90(), row.p99(), row.unit());
            brief.row(BriefNames.of(dimension) + rest, row.mean(), row.median(), row.p90(), row.p99(), row.unit());
            narrow.row(name + (row.unit().isEmpty() ? "" : ", " + row.unit())).row(row.mean(), row.median(), row.p90(),
                    row.p99());
        }
        return Stream.of(wide, brief).filter(table -> table.fits(INDENT, columns)).findFirst().orElse(narrow)
                .format(INDENT, columns);
    }

    /**
     * Returns the sample size of a time that only some answers have: beside times of all answers it may exceed on
     * average the time of which it is a part.
     */
    private String sample(Dimension dimension, int count) {
        int answers = spreads.getOrDefault(Dimension.TIME_FROM_INTENDED_START, Spread.NONE).count();
        return dimension.isOfTime() && count > 0 && count < MIN_UNREPORTED_SHARE * answers ? ", n=" + count : "";
    }

    private String shares(int columns) {
        if (coverage.withEnergy() == 0 || coverage.withEnergy() == coverage.queries()) {
            return "";
        }
        return TextTable.paragraph((coverage.isEnough() ? "Shares" : "No shares: joules") + " are known of "
                + coverage.withEnergy() + " of " + coverage.queries() + " queries and of "
                + Figures.percent(coverage.timeShare()) + " of their time"
                + (coverage.isEnough() ? "" : ", and 95 % of both are needed"), "  ", columns);
    }

    /** Returns the table as a tree: every figure in its unit, with the interval of each percentile. */
    TreeBuilder tree() {
        TreeBuilder tree = TreeBuilder.object();
        spreads.forEach((dimension, spread) -> tree.put(dimension.label(), tree(dimension, spread)));
        return tree;
    }

    private TreeBuilder tree(Dimension dimension, Spread spread) {
        Optional<Statistics> statistics = spread.statistics();
        TreeBuilder tree = TreeBuilder.object().put("unit", dimension.unit()).put("count", spread.count())
                .put("mean", statistics.map(Statistics::average)).put("median", statistics.map(Statistics::median))
                .put("p95", spread.p95())
                .put("min", statistics.map(Statistics::minimum)).put("max", statistics.map(Statistics::maximum));
        TreeBuilder percentiles = TreeBuilder.object();
        for (int place = 0; place < PROBABILITIES.length; place++) {
            percentiles.put("p" + Math.round(PROBABILITIES[place] * 100),
                    spread.percentiles().get(place).map(EstimateTree::of));
        }
        if (dimension.isOfTime()) {
            tree.put("times", times.word());
        }
        if (dimension == Dimension.TIME_PER_OUTPUT_TOKEN) {
            tree.put("guessed", guesses);
        }
        return tree.put("percentiles", percentiles);
    }

    /**
     * The figures of all queries in one dimension, formatted in one unit.
     *
     * @param mean   their mean, with the digits that its standard error justifies
     * @param median half of them are below it
     * @param p90    nine of ten are below it
     * @param p99    99 of 100 are below it
     * @param unit   the unit with its prefix; empty if the name contains it
     */
    private record FigureRow(String mean, String median, String p90, String p99, String unit) {
        static FigureRow of(Dimension dimension, Spread spread, boolean withIntervals) {
            String unit = dimension.unit();
            SiPrefix prefix = SiPrefix.of(spread.statistics().map(Statistics::average).orElse(0.0), unit);
            List<Optional<Estimate>> estimates = Stream
                    .concat(Stream.of(spread.mean()), spread.percentiles().stream()).toList();
            List<String> shown = withIntervals
                    ? estimates.stream().map(one -> withInterval(one, prefix, unit)).toList()
                    : ShownFigure.alike(prefix, estimates);
            String shownUnit = dimension.isShare() && prefix == SiPrefix.NONE ? "" : prefix.before(unit);
            return new FigureRow(shown.getFirst().replaceFirst(" \\[.*", ""), shown.get(1), shown.get(2), shown.get(3),
                    shownUnit);
        }

        private static String withInterval(Optional<Estimate> found, SiPrefix prefix, String unit) {
            return found.map(known -> ShownFigure.in(prefix, known.value(), known.interval().low(),
                    known.interval().high(), unit))
                    .map(shown -> (shown.value() + " " + shown.interval()).strip()).orElse(Figures.UNKNOWN);
        }
    }
}
