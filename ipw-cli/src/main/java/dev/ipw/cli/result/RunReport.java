package dev.ipw.cli.result;

import dev.ipw.ProfileRun;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.Efficiency;
import dev.ipw.analysis.Goodput;
import dev.ipw.analysis.HeadlineFigures;
import dev.ipw.analysis.RunFigure;
import dev.ipw.analysis.ServiceLevels;
import dev.ipw.analysis.internal.AnalysedRun;
import dev.ipw.analysis.internal.CountedRequests;
import dev.ipw.analysis.internal.EstimateTree;
import dev.ipw.analysis.internal.GoodputGatherer;
import dev.ipw.analysis.internal.LengthCheck;
import dev.ipw.analysis.internal.ModelCalls;
import dev.ipw.analysis.internal.RecordGatherer;
import dev.ipw.benchmarks.analysis.SolvedAnalysis;
import dev.ipw.benchmarks.analysis.SolvedTasks;
import dev.ipw.cli.progress.ProgressText;
import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.cli.text.Figures;
import dev.ipw.energy.ProcessShare;
import dev.ipw.energy.internal.HeadlineDevices;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.plugin.Plugins;
import dev.ipw.results.RunReader;
import dev.ipw.results.internal.format.RunSummaryCodec;
import dev.ipw.run.DeviceTotals.NetEnergy;
import dev.ipw.run.MergedShard;
import dev.ipw.run.RunConfiguration;
import dev.ipw.run.RunSummary;
import dev.ipw.run.RunTotals.SteadyState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The results of a run: the cost of a query, the accuracy, and intelligence per joule and per watt. */
public final class RunReport {
    private final ProfileRun run;
    private final RunSummary summary;
    private final Efficiency efficiency;
    private final List<FailedRequests> failures;
    private final RetriedRequests retried;
    private final EvaluatedAnswers judged;
    private final EnergyCoverage coverage;
    private final TimesValidity times;
    private final FigureTable figures;
    private final Optional<Goodput> goodput;
    private final CountedRequests counting;
    private final Optional<LengthCheck> lengths;
    private final Optional<AnalysisResult> solved;

    public RunReport(ProfileRun run) {
        this(run, Optional.empty());
    }

    public RunReport(ProfileRun run, Optional<ServiceLevels> levels) {
        this(run, Gathering.read(run, levels));
    }

    private RunReport(ProfileRun run, Gathering gathered) {
        this.run = run;
        summary = run.summary();
        times = new TimesValidity(run.validity(), ModelCalls.areMissing(gathered.run.run()));
        counting = gathered.run.countedRequests();
        efficiency = gathered.run.efficiency().finish(summary.totals());
        failures = gathered.failed.finish();
        retried = gathered.retried.finish();
        judged = gathered.judged.finish();
        coverage = gathered.joules.finish();
        figures = gathered.figures.finish(times);
        goodput = gathered.goodput.map(some -> some.finish(summary.totals()));
        lengths = gathered.lengths.finish();
        solved = gathered.tasks.map(known -> SolvedAnalysis.analyze(known, efficiency));
    }

    /** The gatherers of the queries of a run for its report, which may share a reading with an analysis. */
    public static final class Gathering {
        private final AnalysedRun run;
        private final FailedRequests.Gatherer failed = new FailedRequests.Gatherer();
        private final RetriedRequests.Gatherer retried = new RetriedRequests.Gatherer();
        private final EvaluatedAnswers.Gatherer judged = new EvaluatedAnswers.Gatherer();
        private final EnergyCoverage.Gatherer joules = new EnergyCoverage.Gatherer();
        private final LengthCheck.Gatherer lengths = new LengthCheck.Gatherer();
        private final FigureTable.Gatherer figures;
        private final Optional<GoodputGatherer> goodput;
        private final Optional<SolvedTasks> tasks;

        public Gathering(AnalysedRun run, Optional<ServiceLevels> levels) {
            this.run = run;
            figures = new FigureTable.Gatherer(run);
            goodput = levels.map(GoodputGatherer::new);
            tasks = Optional.of(new SolvedTasks())
                    .filter(any -> !run.run().summary().configuration().settings().agent().isEmpty());
        }

        private static Gathering read(ProfileRun run, Optional<ServiceLevels> levels) {
            Gathering gathering = new Gathering(new AnalysedRun(RunReader.open(run.path()),
                    Plugins.builder("evaluator", EvaluatorProvider.class).build()), levels);
            RecordGatherer.gather(gathering.run.run(), gathering.gatherers());
            return gathering;
        }

        /** Returns the gatherers; some are those of the analysed run. */
        public List<RecordGatherer> gatherers() {
            List<RecordGatherer> all = new ArrayList<>(
                    List.of(run.efficiency(), failed, retried, judged, joules, figures, lengths));
            all.addAll(figures.columns());
            goodput.ifPresent(all::add);
            tasks.ifPresent(all::add);
            return all;
        }

        /** Returns the report after all queries were gathered. */
        public RunReport finish() {
            return new RunReport(ProfileRun.open(run.run().directory().path()), this);
        }
    }

    /** Formats the results on one screen. */
    public String text(int columns) {
        return new ResultScreen(this).text(columns);
    }

    /** Formats all known results. */
    public String details(int columns) {
        return new ResultDetails(this).text(columns);
    }

    ProfileRun run() {
        return run;
    }

    RunSummary summary() {
        return summary;
    }

    Efficiency efficiency() {
        return efficiency;
    }

    FigureTable figures() {
        return figures;
    }

    Optional<Goodput> goodput() {
        return goodput;
    }

    CountedRequests counting() {
        return counting;
    }

    Optional<LengthCheck> lengths() {
        return lengths;
    }

    /** Returns the cost of a solved task, for an agent. */
    Optional<AnalysisResult> solved() {
        return solved;
    }

    /** Formats the run's question set, model and outcome. */
    String title() {
        long failed = summary.totals().failed();
        return ModelCalls.subject(RunReader.open(run.path())) + " on " + summary.configuration().datasetName() + ": "
                + summary.configuration().shard().map(part -> "shard " + part.spec() + ", ").orElse("")
                + summary.totals().queries() + " queries" + (failed == 0 ? "" : ", " + failed + " failed")
                + retried.text() + (summary.interrupted() ? ", ended early" : "");
    }

    /** Describes the shards of a merged run; empty for any other. */
    Optional<String> shards() {
        List<MergedShard> shards = summary.shards();
        List<String> machines = shards.stream().map(MergedShard::machine).distinct().toList();
        long again = shards.stream().filter(shard -> shard.attempts() > 1).count();
        return shards.isEmpty()
                ? Optional.empty()
                : Optional.of("Shards: " + shards.size() + " merged, on "
                        + (machines.size() == 1 ? "one machine" : machines.size() + " machines")
                        + (again == 0 ? "" : ", " + again + " in several attempts"));
    }

    /** Formats the numbers of kept and newly asked questions of a resumed run. */
    Optional<String> resumption() {
        return summary.resumption().map(known -> "Resumed" + (known.times() > 1 ? " " + known.times() + " times" : "")
                + ": " + known.kept() + " kept, " + known.asked() + " asked, paused "
                + ProgressText.seconds(known.paused().toNanos()));
    }

    /** Formats the number of correct answers. */
    String accuracy() {
        String counts = efficiency.correct() + " of " + efficiency.scored() + " right"
                + (efficiency.unscored() == 0 ? "" : ", " + efficiency.unscored() + " not evaluated");
        return efficiency.accuracy().estimate().map(known -> Figures.percent(known) + ", " + counts)
                .orElse("- (nothing could be evaluated)");
    }

    /**
     * Returns whether no part of the joules is missing: subtracting the idle energy of the whole time from partial
     * joules could give a negative value.
     */
    boolean isWhole() {
        return summary.totals().deviceEnergy().isComplete();
    }

    /** Returns the number of queries with known joules. */
    public EnergyCoverage coverage() {
        return coverage;
    }

    /** Returns the failed requests by their kind. */
    public List<FailedRequests> failedRequests() {
        return failures;
    }

    /** Returns the number of answers with a verdict. */
    public EvaluatedAnswers judged() {
        return judged;
    }

    /** Returns whether times are reliable. */
    public TimesValidity times() {
        return times;
    }

    /** Returns whether the joules are estimated from processor time. */
    public boolean isEstimated() {
        return efficiency.energyScope().contains(HeadlineDevices.CPU_ESTIMATE);
    }

    /** Returns the report as a tree. */
    public TreeBuilder tree() {
        RunConfiguration configuration = summary.configuration();
        Optional<NetEnergy> idle = summary.totals().headline().net();
        Optional<NetEnergy> net = idle.filter(known -> isWhole());
        TreeBuilder energy = TreeBuilder.object().put("provenance", efficiency.energyProvenance().name())
                .put("share_provenance", efficiency.shareProvenance().name())
                .put("scope", efficiency.energyScope()).put("source", efficiency.energySource())
                .put("device_joules", summary.totals().deviceEnergy().joules())
                .put("device_joules_low", summary.totals().deviceEnergy().lower())
                .put("device_joules_high", summary.totals().deviceEnergy().upperBound());
        headline(energy, RunFigure.JOULES_PER_QUERY, RunFigure.JOULES_PER_OUTPUT_TOKEN, RunFigure.DEVICE_WATTS)
                .put("energy_basis_of_headline", efficiency.basis().label())
                .put("why_no_headline", efficiency.whyNoHeadline())
                .put("least_joules_per_query", summary.totals().leastJoulesPerQuery())
                .put("energy_time_share", efficiency.coverage().timeShare())
                .put("device_flags", summary.totals().deviceEnergy().flags().stream().sorted().map(Enum::name).toList())
                .put("idle_watts", idle.map(NetEnergy::idleWatts))
                .put("idle_share_joules", net.map(NetEnergy::idleShareJoules))
                .put("net_joules", net.map(NetEnergy::netJoules))
                .put("net_sigma_joules", net.map(NetEnergy::sigmaJoules))
                .put("output_tokens_per_joule", summary.totals().outputTokensPerJoule())
                .put("steady_state", summary.totals().headline().steadyState().map(RunReport::tree))
                .put("queries", efficiency.queriesWithEnergy()).put("coverage", coverage.tree());
        TreeBuilder tree = TreeBuilder.object().put("run", run.path().toString())
                .put("client", configuration.client().id())
                .put("model", configuration.client().model()).put("dataset", configuration.dataset())
                .put("queries", summary.totals().queries()).put("failed", summary.totals().failed())
                .put("failures", failures.stream().map(FailedRequests::tree).map(TreeBuilder::build).toList())
                .put("retried_requests", retried.requests()).put("retries", retried.retries())
                .put("shard", configuration.shard().map(part -> part.spec().toString()))
                .put("interrupted", summary.interrupted())
                .put("shards", RunSummaryCodec.shards(summary))
                .put("resumed", summary.resumption().map(RunSummaryCodec::resumption))
                .put("correct", efficiency.correct())
                .put("scored", efficiency.scored()).put("unscored", efficiency.unscored())
                .put("rates", TreeBuilder.object()
                        .put("asked_per_second", configuration.askedPerSecond())
                        .put(RunFigure.OFFERED_PER_SECOND.label(), summary.totals().offeredPerSecond())
                        .put(RunFigure.REQUESTS_PER_SECOND.label(), summary.totals().requestsPerSecond())
                        .put(RunFigure.FAILED_PER_SECOND.label(), summary.totals().failedPerSecond()));
        return headline(tree, RunFigure.ACCURACY, RunFigure.INTELLIGENCE_PER_JOULE,
                RunFigure.DEVICE_INTELLIGENCE_PER_WATT)
                .put("verdict", times.tree()).put("energy", energy).put("profiler_cost", costTree())
                .put("cost", new AccountsText(summary).costTree())
                .put("compute", new AccountsText(summary).computeTree())
                .put("hosted_estimate", new AccountsText(summary).estimateTree())
                .put("dimensions", figures.tree())
                .put("goodput", goodput.map(RunReport::tree))
                .put("cut",
                        TreeBuilder.object().put("kept", counting.count()).put("left_out", counting.excludedCount()))
                .put("prompt_lengths", lengths.map(known -> tree(known.input())))
                .put("answer_lengths", lengths.map(known -> tree(known.output())))
                .put("note", configuration.telemetryNote())
                .put("warnings", summary.warnings());
    }

    private TreeBuilder headline(TreeBuilder tree, RunFigure... figures) {
        HeadlineFigures known = new HeadlineFigures(efficiency);
        for (RunFigure figure : figures) {
            tree.put(figure.label(), known.value(figure).estimate().map(EstimateTree::of));
        }
        return tree;
    }

    private TreeBuilder costTree() {
        ProcessShare cost = summary.totals().profilerCost();
        return TreeBuilder.object().put("cpu_seconds", cost.cpuSeconds()).put("joules", cost.energy().joules())
                .put("joules_low", cost.energy().lower()).put("joules_high", cost.energy().upperBound())
                .put("provenance", cost.energy().provenance().name()).put("reason", cost.energy().reason())
                .put("includes_model", summary.configuration().client().isInProcess());
    }

    private static Map<String, ?> tree(LengthCheck.Deviation known) {
        return TreeBuilder.object().put("asked", known.asked()).put("counted", known.counted())
                .put("exact", known.exact()).put("lowest_deviation_tokens", known.lowest())
                .put("highest_deviation_tokens", known.highest()).build();
    }

    private static Map<String, ?> tree(Goodput known) {
        return TreeBuilder.object().put("slo", known.levels().toString()).put("met", known.met())
                .put("attempted", known.attempted()).put("share", known.share().estimate().map(EstimateTree::of))
                .put("per_second", known.perSecond().value()).put("joules_per_answer", known.joulesPerAnswer().value())
                .build();
    }

    private static Map<String, ?> tree(SteadyState steady) {
        return TreeBuilder.object().put("steady_joules_per_output_token", steady.energyPerOutputTokenJoules())
                .put("steady_joules_per_output_token_low", steady.lowestEnergyPerOutputTokenJoules())
                .put("steady_joules_per_output_token_high", steady.highestEnergyPerOutputTokenJoules())
                .put("output_tokens", steady.outputTokens())
                .build();
    }

    /** Returns whether some planned question was not asked. */
    public boolean isEndedEarly() {
        return summary.interrupted();
    }

    /** Returns the exit code of the command. */
    public int exitCode() {
        if (summary.interrupted()) {
            return ExitCode.INTERRUPTED;
        }
        return summary.totals().failed() > 0 || judged.complaint().isPresent()
                ? ExitCode.SOME_FAILED
                : ExitCode.FINE;
    }
}
