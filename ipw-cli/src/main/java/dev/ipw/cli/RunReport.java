package dev.ipw.cli;

import dev.ipw.ProfileRun;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.Efficiency;
import dev.ipw.analysis.Goodput;
import dev.ipw.analysis.RunFigure;
import dev.ipw.analysis.ServiceLevels;
import dev.ipw.benchmarks.analysis.SolvedAnalysis;
import dev.ipw.benchmarks.analysis.SolvedTasks;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.ProcessShare;
import dev.ipw.energy.Provenance;
import dev.ipw.engine.analysis.EfficiencyGatherer;
import dev.ipw.engine.analysis.GoodputGatherer;
import dev.ipw.engine.analysis.KeptRequests;
import dev.ipw.engine.analysis.LengthCheck;
import dev.ipw.engine.analysis.ModelCalls;
import dev.ipw.engine.analysis.RecordGatherer;
import dev.ipw.engine.energy.HeadlineDevices;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.results.RunReader;
import dev.ipw.run.DeviceTotals.DeviceSharing;
import dev.ipw.run.DeviceTotals.NetEnergy;
import dev.ipw.run.LoadSettings;
import dev.ipw.run.RunConfiguration;
import dev.ipw.run.RunSummary;
import dev.ipw.run.RunTotals.SteadyState;
import dev.ipw.statistics.Estimate;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** Show what a run came to: what a query cost, what was right, and intelligence per joule and per watt. */
final class RunReport {
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
    private final KeptRequests counting;
    private final Optional<LengthCheck> lengths;
    private final Optional<AnalysisResult> solved;

    RunReport(ProfileRun run) {
        this(run, Optional.empty());
    }

    RunReport(ProfileRun run, Optional<ServiceLevels> levels) {
        this.run = run;
        summary = run.summary();
        RunReader reader = RunReader.open(run.path());
        times = new TimesValidity(run.validity(), ModelCalls.areMissing(reader));
        counting = KeptRequests.of(reader);
        EfficiencyGatherer answers = new EfficiencyGatherer();
        FailedRequests.Gatherer failed = new FailedRequests.Gatherer();
        RetriedRequests.Gatherer again = new RetriedRequests.Gatherer();
        EvaluatedAnswers.Gatherer verdicts = new EvaluatedAnswers.Gatherer();
        EnergyCoverage.Gatherer joules = new EnergyCoverage.Gatherer();
        FigureTable.Gatherer table = new FigureTable.Gatherer(summary.configuration().load(), counting);
        LengthCheck.Gatherer lengthGatherer = new LengthCheck.Gatherer();
        Optional<GoodputGatherer> good = levels.map(GoodputGatherer::new);
        List<RecordGatherer> gatherers = new ArrayList<>(
                List.of(answers, failed, again, verdicts, joules, table, lengthGatherer));
        good.ifPresent(gatherers::add);
        Optional<SolvedTasks> tasks = Optional.of(new SolvedTasks())
                .filter(any -> !summary.configuration().settings().agent().isEmpty());
        tasks.ifPresent(gatherers::add);
        RecordGatherer.gather(run.records(), gatherers);
        efficiency = answers.finish(summary.totals());
        failures = failed.finish();
        retried = again.finish();
        judged = verdicts.finish();
        coverage = joules.finish();
        figures = table.finish(times);
        goodput = good.map(some -> some.finish(summary.totals()));
        lengths = lengthGatherer.finish();
        solved = tasks.map(known -> SolvedAnalysis.analyze(known, efficiency));
    }

    /** Write the report for a person. */
    String text(int columns) {
        RunConfiguration configuration = summary.configuration();
        long queries = summary.totals().queries();
        StringBuilder text = new StringBuilder(
                ModelCalls.subject(RunReader.open(run.path())) + " on " + configuration.datasetName()
                        + ": " + queries + " queries" + failures() + retried.text()
                        + (summary.interrupted() ? ", ended early" : "") + "\n\n");
        text.append(times.text(columns)).append('\n').append(figures.text(columns)).append('\n')
                .append(merits().format("  ", columns));
        configuration.telemetryNote().filter(note -> !note.equals(efficiency.energySource()))
                .ifPresent(note -> append(text, "Note: " + note, columns));
        failures.forEach(failed -> append(text, "Failed: " + failed.text(), columns));
        return text.append("\nRun: ").append(run.path()).append('\n').toString();
    }

    private static void append(StringBuilder text, String paragraph, int columns) {
        text.append('\n');
        TextTable.wrap(paragraph, columns).forEach(line -> text.append(line).append('\n'));
    }

    private String failures() {
        long failed = summary.totals().failed();
        return failed == 0 ? "" : ", " + failed + " failed";
    }

    private TextTable merits() {
        TextTable table = new TextTable();
        String counts = efficiency.correct() + " of " + efficiency.scored() + " right"
                + (efficiency.unscored() == 0 ? "" : ", " + efficiency.unscored() + " not evaluated");
        table.row("Accuracy", efficiency.accuracy().map(known -> Figures.percent(known.value()) + " ["
                + Figures.percent(known.interval().low()) + ", " + Figures.percent(known.interval().high()) + "], "
                + counts).orElse("- (nothing could be evaluated)"));
        new HeadlineText(efficiency, summary).addTo(table, times.mark());
        goodput.ifPresent(known -> table.row("Goodput" + times.mark(), text(known)));
        solved.ifPresent(known -> table.row("A solved task", new SolvedText(known).text()));
        if (counting.leftOut() > 0) {
            table.row("Cut", cut());
        }
        lengths.map(LengthCheck::input).filter(known -> known.asked() > 0)
                .ifPresent(known -> table.row("Prompt lengths", text(known)));
        lengths.map(LengthCheck::output).filter(known -> known.asked() > 0)
                .ifPresent(known -> table.row("Answer lengths", text(known) + howToFix(known)));
        table.row("Energy", energy());
        summary.totals().net().ifPresent(net -> table.row("Idle and net", idleAndNet(net)));
        summary.totals().steadyState().ifPresent(steady -> table.row("steady, J/token", steady(steady)));
        new AccountsText(summary).addTo(table);
        EvaluationCost.text(summary.evaluation()).ifPresent(text -> table.row("Evaluation", text));
        summary.judging().ifPresent(judging -> table.row("Judges' energy", EvaluationCost.energy(judging)));
        table.row("Profiler's own cost", profilerCost());
        SensorError.of(summary).ifPresent(text -> table.row("Of all joules", text));
        return table;
    }

    private static String text(Goodput known) {
        return known.met() + " of " + known.attempted() + " answers kept " + known.levels()
                + known.share().map(share -> " (" + Figures.percent(share.value()) + " ["
                        + Figures.percent(share.interval().low()) + ", " + Figures.percent(share.interval().high())
                        + "])").orElse("")
                + "; " + Figures.of(known.perSecond()) + " a second"
                + (known.joulesPerAnswer().isPresent()
                        ? ", " + Figures.of(known.joulesPerAnswer()) + " J each: all joules of the run over "
                                + "these answers"
                        : "");
    }

    private String cut() {
        LoadSettings.Cut cut = summary.configuration().load().cut();
        return "times and output speed are of " + counting.kept() + " of " + summary.totals().queries()
                + " queries, without those that were to start in the first " + Figures.of(cut.startSeconds())
                + " s or ended in the last " + Figures.of(cut.endSeconds())
                + " s; everything else is of the whole run";
    }

    private static String text(LengthCheck.Deviation known) {
        if (known.counted() == 0) {
            return "there are no token counts for " + known.asked() + " queries, so their lengths are unknown";
        }
        String off = known.exact() == known.counted()
                ? ""
                : ", the others " + signed(known.lowest()) + " to " + signed(known.highest()) + " tokens off";
        return known.exact() + " of " + known.counted() + " exactly as asked" + off
                + (known.counted() == known.asked() ? "" : "; " + (known.asked() - known.counted()) + " not counted");
    }

    private static String signed(long tokens) {
        return (tokens > 0 ? "+" : "") + tokens;
    }

    private static String howToFix(LengthCheck.Deviation known) {
        return known.lowest() < 0
                ? "; the model ended answers early. vLLM, SGLang and llama.cpp continue with"
                        + " --client-param body.ignore_eos=true"
                : "";
    }

    private String profilerCost() {
        ProcessShare cost = summary.totals().profilerCost();
        EnergyReading energy = cost.energy();
        String joules = energy.isAvailable()
                ? energy.provenance() + ": " + Figures.of(energy.joules()) + " J, between " + Figures.of(energy.lower())
                        + " and " + Figures.of(energy.upper()) + " J"
                : "joules unavailable: " + energy.reason().orElseThrow();
        String time = cost.cpuSeconds().isPresent()
                ? Figures.of(cost.cpuSeconds()) + " s of processor time"
                : "processor time unknown";
        String whose = summary.configuration().client().isInProcess() ? " (this process, the model included)" : "";
        return time + ", " + joules + whose;
    }

    private String energy() {
        EnergyReading total = summary.totals().deviceEnergy();
        if (efficiency.energyProvenance() == Provenance.UNAVAILABLE && !total.isAvailable()) {
            return "unavailable: " + (coverage.hasHoles() ? coverage.text() : efficiency.energySource());
        }
        String whole = total.isAvailable()
                ? total.provenance() + ", " + efficiency.energyScope() + ": " + joules(total)
                : efficiency.energyProvenance() + ", " + efficiency.energyScope();
        boolean shared = total.isAvailable() && efficiency.shareProvenance() != Provenance.UNAVAILABLE
                && efficiency.shareProvenance() != total.provenance();
        String shares = shared
                ? "; requests overlapped, so a query's joules are an " + efficiency.shareProvenance()
                        + " share" + sharing()
                : "";
        String brief = total.flags().contains(EnergyFlag.SHORT)
                ? "; the run is shorter than two updates of the sensor: ask more questions for a reliable figure"
                : "";
        String twice = total.flags().contains(EnergyFlag.MIRRORED)
                ? "; two packages have duplicate counters, so their joules may be counted twice"
                : "";
        String holes = coverage.hasHoles() || (!total.isComplete() && coverage.complete() < coverage.queries())
                ? "; " + coverage.text()
                : "";
        return whole + " (" + efficiency.energySource() + ")" + holes + shares + brief + twice;
    }

    /** Joules of which a part is missing would leave less than nothing once the idle power of the whole time is taken off. */
    private boolean isWhole() {
        return summary.totals().deviceEnergy().isComplete();
    }

    private String idleAndNet(NetEnergy net) {
        if (!isWhole()) {
            return Figures.of(net.idleWatts()) + " W when idle; net unknown, since a part of the run's joules is";
        }
        return Figures.of(net.idleWatts()) + " W when idle; of " + Figures.of(summary.totals().deviceEnergy().joules())
                + " J gross " + Figures.of(net.idleShareJoules()) + " J are idle power, net "
                + Figures.of(net.netJoules()) + " J (standard deviation " + Figures.of(net.sigmaJoules()) + " J)";
    }

    private static String steady(SteadyState steady) {
        return Figures.of(steady.energyPerOutputTokenJoules()) + " ["
                + Figures.of(steady.lowestEnergyPerOutputTokenJoules()) + ", "
                + Figures.of(steady.highestEnergyPerOutputTokenJoules()) + "], idle power included";
    }

    /** Return how the devices' joules were shared, those of one way of sharing together. */
    private String sharing() {
        Set<String> ways = new LinkedHashSet<>();
        summary.totals().devices().stream().filter(device -> device.total().scopes().stream()
                .allMatch(summary.totals().deviceEnergy().scopes()::contains))
                .forEach(device -> device.attribution().ifPresent(shared -> ways.add(way(shared))));
        return ways.isEmpty() ? "" : " by " + String.join(" and ", ways);
    }

    private static String way(DeviceSharing sharing) {
        return switch (sharing.rule()) {
            case FITTED -> "fitted costs, " + sharing.trust().label() + (sharing.quality().isPresent()
                    ? ": " + Figures.percent(sharing.quality().getAsDouble()) + " unexplained"
                    : "");
            case AUTO, TOKENS -> "their tokens, 20 prompt tokens weighing as much as a generated one";
            case EQUAL -> "equal parts";
            case ACTIVE_TIME -> "the time each was active";
            case OUTPUT_TOKENS -> "their output tokens";
        };
    }

    private static String joules(EnergyReading total) {
        return Figures.of(total.joules()) + (total.isComplete()
                ? " J in all, between " + Figures.of(total.lower()) + " and " + Figures.of(total.upper()) + " J"
                : " J for the time that was read");
    }

    /** Return how many queries have known joules. */
    EnergyCoverage coverage() {
        return coverage;
    }

    /** Return the failed requests by their kind. */
    List<FailedRequests> failedRequests() {
        return failures;
    }

    /** Return how many answers have a verdict. */
    EvaluatedAnswers judged() {
        return judged;
    }

    /** Return whether times may be trusted. */
    TimesValidity times() {
        return times;
    }

    /** Return whether the joules are estimated from processor time. */
    boolean isEstimated() {
        return efficiency.energyScope().contains(HeadlineDevices.CPU_ESTIMATE);
    }

    /** Write the report for a program. */
    TreeBuilder tree() {
        RunConfiguration configuration = summary.configuration();
        Optional<NetEnergy> idle = summary.totals().net();
        Optional<NetEnergy> net = idle.filter(known -> isWhole());
        TreeBuilder energy = TreeBuilder.object().put("provenance", efficiency.energyProvenance().name())
                .put("share_provenance", efficiency.shareProvenance().name())
                .put("scope", efficiency.energyScope()).put("source", efficiency.energySource())
                .put("device_joules", summary.totals().deviceEnergy().joules())
                .put("device_joules_low", summary.totals().deviceEnergy().lower())
                .put("device_joules_high", summary.totals().deviceEnergy().upper())
                .put(RunFigure.JOULES_PER_QUERY.label(), efficiency.joulesPerQuery().map(RunReport::tree))
                .put(RunFigure.JOULES_PER_OUTPUT_TOKEN.label(), efficiency.joulesPerOutputToken().map(RunReport::tree))
                .put(RunFigure.DEVICE_WATTS.label(), efficiency.deviceWatts().map(RunReport::tree))
                .put("energy_basis_of_headline", efficiency.basis().label())
                .put("why_no_headline", efficiency.whyNoHeadline())
                .put("energy_time_share", efficiency.coverage().timeShare())
                .put("device_flags", summary.totals().deviceEnergy().flags().stream().sorted().map(Enum::name).toList())
                .put("idle_watts", idle.map(NetEnergy::idleWatts))
                .put("idle_share_joules", net.map(NetEnergy::idleShareJoules))
                .put("net_joules", net.map(NetEnergy::netJoules))
                .put("net_sigma_joules", net.map(NetEnergy::sigmaJoules))
                .put("output_tokens_per_joule", summary.totals().outputTokensPerJoule())
                .put("steady_state", summary.totals().steadyState().map(RunReport::tree))
                .put("queries", efficiency.queriesWithEnergy()).put("coverage", coverage.tree());
        return TreeBuilder.object().put("run", run.path().toString()).put("client", configuration.client().id())
                .put("model", configuration.client().model()).put("dataset", configuration.dataset())
                .put("queries", summary.totals().queries()).put("failed", summary.totals().failed())
                .put("failures", failures.stream().map(FailedRequests::tree).map(TreeBuilder::build).toList())
                .put("retried_requests", retried.requests()).put("retries", retried.retries())
                .put("interrupted", summary.interrupted()).put("correct", efficiency.correct())
                .put("scored", efficiency.scored()).put("unscored", efficiency.unscored())
                .put("rates", TreeBuilder.object()
                        .put("asked_per_second", configuration.load().perSecond())
                        .put(RunFigure.OFFERED_PER_SECOND.label(), summary.totals().offeredPerSecond())
                        .put(RunFigure.REQUESTS_PER_SECOND.label(), summary.totals().requestsPerSecond())
                        .put(RunFigure.FAILED_PER_SECOND.label(), summary.totals().failedPerSecond()))
                .put("accuracy", efficiency.accuracy().map(RunReport::tree))
                .put("intelligence_per_joule", efficiency.intelligencePerJoule().map(RunReport::tree))
                .put("device_intelligence_per_watt", efficiency.intelligencePerWatt().map(RunReport::tree))
                .put("verdict", times.tree()).put("energy", energy).put("profiler_cost", costTree())
                .put("cost", new AccountsText(summary).costTree())
                .put("compute", new AccountsText(summary).computeTree())
                .put("dimensions", figures.tree())
                .put("goodput", goodput.map(RunReport::tree))
                .put("cut", TreeBuilder.object().put("kept", counting.kept()).put("left_out", counting.leftOut()))
                .put("prompt_lengths", lengths.map(known -> tree(known.input())))
                .put("answer_lengths", lengths.map(known -> tree(known.output())))
                .put("note", configuration.telemetryNote())
                .put("warnings", summary.warnings());
    }

    private TreeBuilder costTree() {
        ProcessShare cost = summary.totals().profilerCost();
        return TreeBuilder.object().put("cpu_seconds", cost.cpuSeconds()).put("joules", cost.energy().joules())
                .put("joules_low", cost.energy().lower()).put("joules_high", cost.energy().upper())
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
                .put("attempted", known.attempted()).put("share", known.share().map(RunReport::tree))
                .put("per_second", known.perSecond()).put("joules_per_answer", known.joulesPerAnswer()).build();
    }

    private static Map<String, ?> tree(SteadyState steady) {
        return TreeBuilder.object().put("steady_joules_per_output_token", steady.energyPerOutputTokenJoules())
                .put("steady_joules_per_output_token_low", steady.lowestEnergyPerOutputTokenJoules())
                .put("steady_joules_per_output_token_high", steady.highestEnergyPerOutputTokenJoules())
                .put("output_tokens", steady.outputTokens())
                .build();
    }

    private static Map<String, ?> tree(Estimate estimate) {
        return TreeBuilder.object().put("value", estimate.value()).put("low", bound(estimate.interval().low()))
                .put("high", bound(estimate.interval().high())).put("level", estimate.interval().level()).build();
    }

    /** A bound without end is written as absent. */
    private static OptionalDouble bound(double bound) {
        return Double.isFinite(bound) ? OptionalDouble.of(bound) : OptionalDouble.empty();
    }

    /** Return whether not every planned question was asked. */
    boolean isEndedEarly() {
        return summary.interrupted();
    }

    /** Return how the command ends. */
    int exitCode() {
        if (summary.interrupted()) {
            return ExitCode.INTERRUPTED;
        }
        return summary.totals().failed() > 0 || judged.complaint().isPresent()
                ? ExitCode.SOME_FAILED
                : ExitCode.FINE;
    }
}
