package dev.ipw.cli;

import dev.ipw.analysis.Efficiency.QueryCoverage;
import dev.ipw.engine.analysis.KeptRequests;
import dev.ipw.engine.analysis.RecordGatherer;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.record.Dimension;
import dev.ipw.record.LatencyMetrics.TokenBasis;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.run.LoadSettings;
import dev.ipw.statistics.QuantileEstimate;
import dev.ipw.statistics.Quantiles;
import dev.ipw.statistics.Statistics;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/** Tabulate the figures that each query has one of: mean and percentiles, with intervals where there is room for them. */
final class FigureTable {
    private static final List<Dimension> SHARES = List.of(Dimension.ENERGY_JOULES,
            Dimension.ENERGY_PER_OUTPUT_TOKEN_JOULES, Dimension.POWER_WATTS);
    private static final double[] PROBABILITIES = {0.5, 0.9, 0.99};
    private static final double MILLIS = 1e3;
    private static final int WIDE = 110;

    private final TimesValidity times;
    private final long guesses;
    private final Map<Dimension, String> names;
    private final Map<Dimension, double[]> sorted;
    private final QueryCoverage coverage;

    private FigureTable(TimesValidity times, long guesses, Map<Dimension, String> names,
            Map<Dimension, double[]> sorted, QueryCoverage coverage) {
        this.coverage = coverage;
        this.times = times;
        this.guesses = guesses;
        this.names = names;
        this.sorted = sorted;
    }

    /** Take in the figures of a run; times only of those requests whose times count. */
    static final class Gatherer implements RecordGatherer {
        private final KeptRequests counting;
        private final Map<Dimension, String> names;
        private final Map<Dimension, DoubleStream.Builder> values = new LinkedHashMap<>();
        private final QueryCoverage.Tally coverage = new QueryCoverage.Tally();
        private long guesses;

        /**
         * Take in none yet.
         *
         * @param load     how requests were put on the model
         * @param counting whose times count
         */
        Gatherer(LoadSettings load, KeptRequests counting) {
            this.counting = counting;
            names = names(load);
            names.keySet().forEach(dimension -> values.put(dimension, DoubleStream.builder()));
        }

        @Override
        public void add(ProfilingRecord record) {
            boolean counts = counting.keeps(record);
            values.forEach((dimension, builder) -> {
                if (counts || !isOfTime(dimension)) {
                    dimension.of(record).ifPresent(builder);
                }
            });
            coverage.add(record.metrics().energy().headline().isComplete(),
                    record.metrics().latency().totalSeconds());
            guesses += !record.hasFailed() && record.metrics().latency().timePerOutputTokenBasis()
                    .filter(TokenBasis.UNCERTAIN::equals).isPresent() ? 1 : 0;
        }

        /** Return the table; times says whether times may be trusted. */
        FigureTable finish(TimesValidity times) {
            Map<Dimension, double[]> sorted = new LinkedHashMap<>();
            values.forEach((dimension, builder) -> sorted.put(dimension, builder.build().sorted().toArray()));
            values.clear();
            QueryCoverage known = coverage.finish();
            if (!known.isEnough()) {
                // What a gap leaves out are mostly long queries: the others do not speak for them.
                SHARES.forEach(share -> sorted.put(share, new double[0]));
            }
            return new FigureTable(times, guesses, names, sorted, known);
        }
    }

    private static Map<Dimension, String> names(LoadSettings load) {
        boolean isOpenLoop = load.isOpenLoop();
        Map<Dimension, String> names = new LinkedHashMap<>();
        for (Dimension share : SHARES) {
            names.put(share, share.words());
        }
        names.put(Dimension.TIME_FROM_INTENDED_START, "Latency");
        if (isOpenLoop) {
            names.put(Dimension.TOTAL_TIME, "Latency from the send");
        }
        names.put(Dimension.TIME_TO_FIRST_TOKEN, "Time to first token");
        names.put(Dimension.TIME_PER_OUTPUT_TOKEN, "Time per output token");
        names.put(Dimension.OUTPUT_TOKENS_PER_SECOND, "Output speed");
        return names;
    }

    /**
     * Write the table for a person. A percentile that the sample is too small for is a dash. A guess is a figure of answers with counted tokens that may not have arrived.
     */
    String text(int columns) {
        boolean intervals = columns >= WIDE;
        TextTable table = new TextTable(1, 2, 3, 4).dropping(3).row("", "mean", "median", "p90", "p99", "");
        names.forEach((dimension, name) -> {
            double scale = dimension.unit().equals("s") ? MILLIS : 1;
            double[] values = sorted.getOrDefault(dimension, new double[0]);
            if (values.length == 0 && SHARES.contains(dimension)) {
                return;
            }
            String mean = Statistics.of(values).map(known -> Figures.of(known.average() * scale)).orElse("-");
            String[] percentiles = Arrays.stream(PROBABILITIES)
                    .mapToObj(probability -> QuantileEstimate.ofSorted(values, probability)
                            .map(known -> shown(known, scale, intervals)).orElse("-"))
                    .toArray(String[]::new);
            table.row(name + (isOfTime(dimension) ? times.mark() : ""), mean, percentiles[0],
                    percentiles[1],
                    percentiles[2],
                    dimension.unit().equals("s") ? "ms" : SHARES.contains(dimension) ? "" : dimension.unit());
        });
        return table.format("  ", columns) + shares(columns)
                + (guesses == 0 ? "" : "  Estimated times per output token: " + guesses + "\n");
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

    private static boolean isOfTime(Dimension dimension) {
        return dimension.unit().equals("s") || dimension == Dimension.OUTPUT_TOKENS_PER_SECOND;
    }

    private static String shown(QuantileEstimate known, double scale, boolean interval) {
        String value = Figures.of(known.value() * scale);
        return interval
                ? value + " [" + bound(known.low(), scale) + ", " + bound(known.high(), scale) + "]"
                : value;
    }

    private static String bound(OptionalDouble bound, double scale) {
        return bound.isPresent() ? Figures.of(bound.getAsDouble() * scale) : "?";
    }

    /** Write it for a program: every figure in its unit, with the interval of each percentile. */
    TreeBuilder tree() {
        TreeBuilder tree = TreeBuilder.object();
        sorted.forEach((dimension, values) -> tree.put(dimension.label(), statistics(dimension, values)));
        return tree;
    }

    private TreeBuilder statistics(Dimension dimension, double[] values) {
        Optional<Statistics> statistics = Statistics.of(values);
        TreeBuilder tree = TreeBuilder.object().put("unit", dimension.unit()).put("count", values.length)
                .put("mean", statistics.map(Statistics::average)).put("median", statistics.map(Statistics::median))
                .put("p95", statistics.map(any -> Quantiles.ofSorted(values, 0.95)))
                .put("min", statistics.map(Statistics::minimum)).put("max", statistics.map(Statistics::maximum));
        TreeBuilder percentiles = TreeBuilder.object();
        for (double probability : PROBABILITIES) {
            percentiles.put("p" + Math.round(probability * 100), QuantileEstimate.ofSorted(values, probability)
                    .map(one -> TreeBuilder.object().put("value", one.value()).put("low", one.low())
                            .put("high", one.high()).put("level", one.level()).build()));
        }
        if (isOfTime(dimension)) {
            tree.put("times", times.word());
        }
        if (dimension == Dimension.TIME_PER_OUTPUT_TOKEN) {
            tree.put("guessed", guesses);
        }
        return tree.put("percentiles", percentiles);
    }
}
