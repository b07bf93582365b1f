package dev.ipw.analysis.latency;

import dev.ipw.analysis.AnalysisColumn;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.AnalysisResult.AnalysisFigure;
import dev.ipw.analysis.AnalysisTable;
import dev.ipw.analysis.AnalysisValue;
import dev.ipw.analysis.FigureMark;
import dev.ipw.analysis.Goodput;
import dev.ipw.analysis.QuantileEstimate;
import dev.ipw.analysis.RunFigure;
import dev.ipw.analysis.ServiceLevels;
import dev.ipw.analysis.internal.AnalysedRun;
import dev.ipw.analysis.internal.CountedRequests;
import dev.ipw.analysis.internal.GoodputGatherer;
import dev.ipw.analysis.internal.LatencyProvider;
import dev.ipw.analysis.internal.MergeableAnalysis;
import dev.ipw.analysis.internal.MergeableGatherer;
import dev.ipw.analysis.internal.QueryColumn;
import dev.ipw.analysis.internal.QueryMask;
import dev.ipw.inference.openai.OpenAiClient;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.quality.RunValidity;
import dev.ipw.record.Dimension;
import dev.ipw.record.LatencyMetrics.TokenBasis;
import dev.ipw.record.RecordedQuery;
import dev.ipw.results.RunReader;
import dev.ipw.run.LoadSettings;
import dev.ipw.run.RunSummary;
import dev.ipw.run.RunTotals;
import dev.ipw.statistics.Statistics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The latency analysis: percentiles with their intervals, each only if the sample is large enough for it, throughput,
 * and the number of answers that met service levels. The latency is the time from the intended start, so that it
 * includes the wait until the client or the server starts the request. The result begins with whether the times are
 * reliable; the reasons are its first warnings.
 */
public final class LatencyAnalysis implements MergeableAnalysis {
    /** The analysis' id. */
    public static final String ID = LatencyProvider.ID;
    /** The name of the figure that lists the service levels. */
    static final String SERVICE_LEVELS = "slo";
    private static final double[] PROBABILITIES = {0.5, 0.9, 0.95, 0.99, 0.999};
    private static final AnalysisColumn[] COLUMNS = columns();
    private static final int FIRST_PERCENTILE = COLUMNS.length - PROBABILITIES.length;
    private static final Set<Dimension> SHOWN = EnumSet.of(Dimension.TIME_FROM_INTENDED_START, Dimension.TOTAL_TIME,
            Dimension.TIME_TO_FIRST_TOKEN, Dimension.TIME_TO_FIRST_VISIBLE_TOKEN, Dimension.TIME_PER_OUTPUT_TOKEN,
            Dimension.INTER_TOKEN_LATENCY, Dimension.CONNECTION_SETUP, Dimension.SERVER_QUEUE_TIME,
            Dimension.TOKENS_PER_CHUNK,
            Dimension.OUTPUT_TOKENS_PER_SECOND);

    private final Optional<ServiceLevels> levels;

    /** Creates the analysis with the service levels of the run's last analysis, or without any if there was none. */
    public LatencyAnalysis() {
        levels = Optional.empty();
    }

    /**
     * Creates the analysis.
     *
     * @param levels the service levels that an answer must meet
     */
    public LatencyAnalysis(ServiceLevels levels) {
        this.levels = Optional.of(levels);
    }

    @Override
    public Set<Dimension> sharedColumns() {
        return SHOWN;
    }

    @Override
    public int resultBytesPerQuery() {
        return Double.BYTES;
    }

    @Override
    public MergeablePass beginPart(AnalysedRun run) {
        Gatherer gatherer = new Gatherer(run);
        return new MergeablePass(gatherer.gatherers(), gatherer::finish);
    }

    /** A gatherer of the queries of a run. */
    private final class Gatherer implements MergeableGatherer<Gatherer> {
        private final RunReader run;
        private final CountedRequests counting;
        private final QueryMask countedQueries;
        private final Map<Dimension, QueryColumn> figures = new EnumMap<>(Dimension.class);
        private final Map<TokenBasis, Long> bases = new EnumMap<>(TokenBasis.class);
        private final Optional<GoodputGatherer> goodput;

        Gatherer(AnalysedRun analysed) {
            run = analysed.run();
            counting = analysed.countedRequests();
            goodput = levels.or(() -> PreviousServiceLevels.of(run)).map(GoodputGatherer::new);
            countedQueries = analysed.countedQueries();
            SHOWN.forEach(dimension -> figures.put(dimension, analysed.column(dimension)));
        }

        List<MergeableGatherer<?>> gatherers() {
            List<MergeableGatherer<?>> all = new ArrayList<>(figures.values());
            all.add(countedQueries);
            all.add(this);
            return all;
        }

        @Override
        public void add(RecordedQuery record) {
            if (counting.includes(record)) {
                basis(record).ifPresent(basis -> bases.merge(basis, 1L, Long::sum));
            }
            goodput.ifPresent(counter -> counter.add(record));
        }

        @Override
        public void merge(Gatherer later) {
            later.bases.forEach((basis, count) -> bases.merge(basis, count, Long::sum));
            goodput.ifPresent(counter -> counter.merge(later.goodput.orElseThrow()));
        }

        AnalysisResult finish() {
            RunTotals totals = run.summary().totals();
            Optional<RunValidity> validity = run.summary().validity();
            AnalysisResult.Builder result = AnalysisResult.builder(ID, "Latency and throughput")
                    .figure(AnalysisColumn.text("times"),
                            AnalysisValue.of(validity.map(known -> known.level().name()).orElse("UNKNOWN")));
            List<FigureMark> marks = FigureMark.ofTimes(validity);
            List<List<AnalysisValue>> rows = new ArrayList<>();
            figures.forEach((dimension, values) -> {
                double[] sorted = values.sorted(countedQueries::holds);
                List<AnalysisValue> row = row(dimension, sorted, dimension.isOfTime() ? marks : List.of());
                rows.add(row);
                for (int place = 0; place < PROBABILITIES.length; place++) {
                    String name = name(PROBABILITIES[place]);
                    result.figure(AnalysisColumn.number(dimension.label() + "_" + name, dimension.unit())
                            .labelled(dimension.words() + " " + name.replace('_', '.')),
                            AnalysisValue.of(row.get(FIRST_PERCENTILE + place).number())
                                    .marked(row.get(FIRST_PERCENTILE + place).marks()));
                }
            });
            result.figures(throughput(run.summary(), marks));
            goodput.ifPresent(known -> result.figures(figures(known.finish(totals), marks)));
            return result.detail("time_per_output_token_basis", tree(bases))
                    .table(AnalysisTable.of("percentiles", "Percentiles", COLUMNS).rows(rows).keyedBy("figure"))
                    .warnings(warnings(run, counting, validity, bases)).build();
        }
    }

    private static String name(double probability) {
        return "p" + String.valueOf(Math.round(probability * 1000) / 10.0).replaceFirst("\\.0$", "").replace('.', '_');
    }

    private static AnalysisColumn[] columns() {
        String ofRow = AnalysisColumn.UNIT_OF_ROW;
        List<AnalysisColumn> columns = new ArrayList<>(List.of(AnalysisColumn.text("figure"),
                AnalysisColumn.text("label"), AnalysisColumn.text(AnalysisColumn.UNIT), AnalysisColumn.count("count"),
                AnalysisColumn.number("mean", ofRow), AnalysisColumn.number("min", ofRow),
                AnalysisColumn.number("max", ofRow)));
        Arrays.stream(PROBABILITIES).mapToObj(LatencyAnalysis::name)
                .forEach(name -> columns.add(AnalysisColumn.estimate(name, ofRow).labelled(name.replace('_', '.'))));
        return columns.toArray(AnalysisColumn[]::new);
    }

    private static List<AnalysisValue> row(Dimension dimension, double[] sorted, List<FigureMark> marks) {
        Optional<Statistics> statistics = Statistics.ofSorted(sorted);
        List<AnalysisValue> row = new ArrayList<>(List.of(AnalysisValue.of(dimension.label()),
                AnalysisValue.of(dimension.words()), AnalysisValue.of(dimension.unit()),
                AnalysisValue.of((long) sorted.length),
                AnalysisValue.of(statistics.map(Statistics::average)).marked(marks),
                AnalysisValue.of(statistics.map(Statistics::minimum)).marked(marks),
                AnalysisValue.of(statistics.map(Statistics::maximum)).marked(marks)));
        for (double probability : PROBABILITIES) {
            row.add(QuantileEstimate.ofSorted(sorted, probability)
                    .map(one -> AnalysisValue.of(one.estimate()).marked(marks))
                    .orElse(AnalysisValue.absent(sorted.length == 0
                            ? "it was not measured"
                            : "too few queries for this percentile")));
        }
        return row;
    }

    private static List<AnalysisFigure> throughput(RunSummary summary, List<FigureMark> marks) {
        RunTotals totals = summary.totals();
        OptionalDouble tokens = totals.measuredSeconds() > 0
                ? totals.outputTokens().stream().mapToDouble(count -> count / totals.measuredSeconds()).findFirst()
                : OptionalDouble.empty();
        return List.of(
                new AnalysisFigure(AnalysisColumn.number("asked_per_second", "1/s").labelled("asked/s"),
                        AnalysisValue.of(summary.configuration().askedPerSecond())),
                rate(RunFigure.OFFERED_PER_SECOND, totals.offeredPerSecond(), marks),
                rate(RunFigure.REQUESTS_PER_SECOND, totals.requestsPerSecond(), marks),
                rate(RunFigure.FAILED_PER_SECOND, totals.failedPerSecond(), marks),
                rate(RunFigure.SYSTEM_OUTPUT_TOKENS_PER_SECOND, tokens, marks));
    }

    private static AnalysisFigure rate(RunFigure figure, OptionalDouble value, List<FigureMark> marks) {
        return new AnalysisFigure(AnalysisColumn.number(figure), AnalysisValue.of(value).marked(marks));
    }

    private static List<AnalysisFigure> figures(Goodput goodput, List<FigureMark> marks) {
        return List.of(
                new AnalysisFigure(AnalysisColumn.text(SERVICE_LEVELS), AnalysisValue.of(goodput.levels().toString())),
                new AnalysisFigure(AnalysisColumn.count("slo_met"), AnalysisValue.of(goodput.met()).marked(marks)),
                new AnalysisFigure(AnalysisColumn.count("slo_attempted"), AnalysisValue.of(goodput.attempted())),
                new AnalysisFigure(AnalysisColumn.estimate(RunFigure.GOODPUT_SHARE),
                        AnalysisValue.of(goodput.share().estimate()).marked(marks)),
                rate(RunFigure.GOODPUT_PER_SECOND, goodput.perSecond().value(), marks),
                rate(RunFigure.JOULES_PER_GOOD_ANSWER, goodput.joulesPerAnswer().value(), List.of()));
    }

    private static Optional<TokenBasis> basis(RecordedQuery record) {
        return record.hasFailed() ? Optional.empty() : record.latency().timePerOutputTokenBasis();
    }

    private static Map<String, @Nullable Object> tree(Map<TokenBasis, Long> bases) {
        TreeBuilder tree = TreeBuilder.object();
        bases.forEach((basis, count) -> tree.put(basis.label(), count));
        return tree.build();
    }

    private static List<String> warnings(RunReader run, CountedRequests counting, Optional<RunValidity> validity,
            Map<TokenBasis, Long> bases) {
        List<String> warnings = new ArrayList<>();
        validity.map(RunValidity::reasons).orElse(List.of())
                .forEach(reason -> warnings.add("Times are " + reason.level() + ": " + reason.text()));
        RunTotals totals = run.summary().totals();
        if (totals.failed() > 0) {
            warnings.add("Requests that failed, which have no times and meet no service level: " + totals.failed());
        }
        if (counting.excludedCount() > 0) {
            LoadSettings.Cut cut = run.summary().configuration().load().cut();
            warnings.add("percentiles are without " + counting.excludedCount() + " of " + totals.queries()
                    + " requests, which were to start in the first " + cut.startSeconds() + " s or ended in the last "
                    + cut.endSeconds() + " s; rates, goodput and joules are of the whole run");
        }
        long guessed = bases.getOrDefault(TokenBasis.UNCERTAIN, 0L);
        if (guessed > 0) {
            warnings.add(
                    "Of " + guessed + " answers it is unknown how many of the counted tokens arrived; their "
                            + "times per output token are estimates" + howToCount(run));
        }
        return warnings;
    }

    /** The clients that have the parameter, and whose servers may count tokens while they stream. */
    private static final Set<String> COUNTING = Set.of("openai", OpenAiClient.VLLM, OpenAiClient.SGLANG,
            OpenAiClient.TRTLLM, OpenAiClient.LLAMA_CPP);

    /** Returns a hint how to count tokens. Other clients have no such parameter. */
    private static String howToCount(RunReader run) {
        String client = run.summary().configuration().client().id();
        return COUNTING.contains(client)
                ? ". A server that counts along makes them exact (continuous_usage=true)"
                : "";
    }
}
