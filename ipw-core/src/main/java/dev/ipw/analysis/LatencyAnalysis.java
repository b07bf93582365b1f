package dev.ipw.analysis;

import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.quality.RunVerdict;
import dev.ipw.record.Dimension;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.record.TokenBasis;
import dev.ipw.results.LoadSettings;
import dev.ipw.results.RunReader;
import dev.ipw.results.RunSummary;
import dev.ipw.results.RunTotals;
import dev.ipw.statistics.QuantileEstimate;
import dev.ipw.statistics.Statistics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Say how long answers took: percentiles with their intervals, each only where the sample is large enough for it,
 * throughput, and how many answers kept service levels. What counts as the latency is the time from the intended start: what
 * a request waited for the client or the server to take it up is in it. The word on whether times may be trusted stands
 * first, and its reasons are the first warnings.
 */
public final class LatencyAnalysis implements Analysis {
    /** The analysis' id. */
    public static final String ID = "latency";
    private static final double[] PROBABILITIES = {0.5, 0.9, 0.95, 0.99, 0.999};
    private static final List<Dimension> SHOWN = List.of(Dimension.TIME_FROM_INTENDED_START, Dimension.TOTAL_TIME,
            Dimension.TIME_TO_FIRST_TOKEN, Dimension.TIME_TO_FIRST_VISIBLE_TOKEN, Dimension.TIME_PER_OUTPUT_TOKEN,
            Dimension.INTER_TOKEN_LATENCY, Dimension.CONNECTION_SETUP, Dimension.SERVER_QUEUE_TIME,
            Dimension.TOKENS_PER_CHUNK,
            Dimension.OUTPUT_TOKENS_PER_SECOND);

    private final Optional<ServiceLevels> levels;

    /** Create the analysis without service levels. */
    public LatencyAnalysis() {
        levels = Optional.empty();
    }

    /**
     * Create the analysis.
     *
     * @param levels what an answer must keep
     */
    public LatencyAnalysis(ServiceLevels levels) {
        this.levels = Optional.of(levels);
    }

    @Override
    public AnalysisResult analyze(RunReader run) {
        Gatherer gatherer = new Gatherer(run);
        RecordGatherer.gather(run, List.of(gatherer));
        return gatherer.finish();
    }

    /** Take in the queries of a run, for those who read it for other figures too. */
    Gatherer gatherer(RunReader run) {
        return new Gatherer(run);
    }

    /** Take in the queries of a run. */
    final class Gatherer implements RecordGatherer {
        private final RunReader run;
        private final KeptRequests counting;
        private final Map<Dimension, Figures> figures = new EnumMap<>(Dimension.class);
        private final Map<TokenBasis, Long> bases = new EnumMap<>(TokenBasis.class);
        private final Optional<Goodput.Gatherer> goodput = levels.map(Goodput.Gatherer::new);

        private Gatherer(RunReader run) {
            this.run = run;
            counting = KeptRequests.of(run);
            SHOWN.forEach(dimension -> figures.put(dimension, new Figures()));
        }

        @Override
        public void add(ProfilingRecord record) {
            if (counting.keeps(record)) {
                figures.forEach((dimension, values) -> dimension.of(record).ifPresent(values::add));
                basis(record).ifPresent(basis -> bases.merge(basis, 1L, Long::sum));
            }
            goodput.ifPresent(counter -> counter.add(record));
        }

        AnalysisResult finish() {
            RunTotals totals = run.summary().totals();
            Map<String, @Nullable Object> percentiles = new LinkedHashMap<>();
            Optional<RunVerdict> verdict = run.summary().verdict();
            TreeBuilder summary = TreeBuilder.object().put("times",
                    verdict.map(known -> known.level().name()).orElse("UNKNOWN"));
            figures.forEach((dimension, values) -> {
                double[] sorted = values.sorted();
                percentiles.put(dimension.label(), percentiles(dimension, sorted).build());
                for (double probability : PROBABILITIES) {
                    summary.put(dimension.label() + "_" + name(probability),
                            QuantileEstimate.ofSorted(sorted, probability).map(QuantileEstimate::value));
                }
            });
            throughput(run.summary()).forEach(summary::put);
            goodput.ifPresent(known -> tree(known.finish(totals)).forEach(summary::put));
            return new AnalysisResult(ID, summary.build(), warnings(run, counting, verdict, bases),
                    Map.of("percentiles", percentiles, "time_per_output_token_basis", tree(bases)));
        }
    }

    private static String name(double probability) {
        return "p" + String.valueOf(Math.round(probability * 1000) / 10.0).replaceFirst("\\.0$", "").replace('.', '_');
    }

    private static TreeBuilder percentiles(Dimension dimension, double[] sorted) {
        Optional<Statistics> statistics = Statistics.of(sorted);
        TreeBuilder tree = TreeBuilder.object().put("unit", dimension.unit()).put("count", (long) sorted.length)
                .put("mean", statistics.map(Statistics::average)).put("min", statistics.map(Statistics::minimum))
                .put("max", statistics.map(Statistics::maximum));
        Arrays.stream(PROBABILITIES).forEach(probability -> tree.put(name(probability),
                QuantileEstimate.ofSorted(sorted, probability)
                        .map(one -> TreeBuilder.object().put("value", one.value()).put("low", one.low())
                                .put("high", one.high()).put("level", one.level()).build())));
        return tree;
    }

    private static Map<String, @Nullable Object> throughput(RunSummary summary) {
        RunTotals totals = summary.totals();
        double seconds = totals.measuredSeconds();
        return TreeBuilder.object().put("asked_per_second", summary.configuration().load().perSecond())
                .put(RunFigure.OFFERED_PER_SECOND.label(), totals.offeredPerSecond())
                .put(RunFigure.REQUESTS_PER_SECOND.label(), totals.requestsPerSecond())
                .put(RunFigure.FAILED_PER_SECOND.label(), totals.failedPerSecond())
                .put(RunFigure.SYSTEM_OUTPUT_TOKENS_PER_SECOND.label(),
                        seconds > 0 && totals.outputTokens().isPresent()
                                ? OptionalDouble.of(totals.outputTokens().getAsLong() / seconds)
                                : OptionalDouble.empty())
                .build();
    }

    private static Map<String, @Nullable Object> tree(Goodput goodput) {
        return TreeBuilder.object().put("slo", goodput.levels().toString()).put("slo_met", goodput.met())
                .put("slo_attempted", goodput.attempted())
                .put("goodput_share", goodput.share().map(share -> share.value()))
                .put("goodput_share_low", goodput.share().map(share -> share.interval().low()))
                .put("goodput_share_high", goodput.share().map(share -> share.interval().high()))
                .put("goodput_per_second", goodput.perSecond())
                .put("joules_per_good_answer", goodput.joulesPerAnswer()).build();
    }

    private static Optional<TokenBasis> basis(ProfilingRecord record) {
        return record.hasFailed() ? Optional.empty() : record.metrics().latency().timePerOutputTokenBasis();
    }

    private static Map<String, @Nullable Object> tree(Map<TokenBasis, Long> bases) {
        TreeBuilder tree = TreeBuilder.object();
        bases.forEach((basis, count) -> tree.put(basis.label(), count));
        return tree.build();
    }

    private static List<String> warnings(RunReader run, KeptRequests counting, Optional<RunVerdict> verdict,
            Map<TokenBasis, Long> bases) {
        List<String> warnings = new ArrayList<>();
        verdict.map(RunVerdict::reasons).orElse(List.of())
                .forEach(reason -> warnings.add("Times are " + reason.level() + ": " + reason.text()));
        RunTotals totals = run.summary().totals();
        if (totals.failed() > 0) {
            warnings.add("Requests that failed, which have no times and meet no service level: " + totals.failed());
        }
        if (counting.leftOut() > 0) {
            LoadSettings.Cut cut = run.summary().configuration().load().cut();
            warnings.add("percentiles are without " + counting.leftOut() + " of " + totals.queries()
                    + " requests, which were to start in the first " + cut.startSeconds() + " s or ended in the last "
                    + cut.endSeconds() + " s; rates, goodput and joules are of the whole run");
        }
        long guessed = bases.getOrDefault(TokenBasis.UNCERTAIN, 0L);
        if (guessed > 0) {
            warnings.add(
                    "Of " + guessed + " answers nobody can tell how many of the tokens that were counted came; their "
                            + "times per output token are guesses" + howToCount(run));
        }
        return warnings;
    }

    /** Other clients know no such parameter. */
    private static String howToCount(RunReader run) {
        String client = run.summary().configuration().client().id();
        return client.equals("openai") || client.equals("vllm")
                ? ". A server that counts along makes them exact (continuous_usage=true)"
                : "";
    }
}
