package dev.ipw.results.internal.format;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.ProcessShare;
import dev.ipw.evaluation.EvaluationTotals;
import dev.ipw.inference.ClientInfo;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.record.GpuInfo;
import dev.ipw.record.SystemInfo;
import dev.ipw.run.DeviceTotals;
import dev.ipw.run.DeviceTotals.IdleBaseline;
import dev.ipw.run.DeviceTotals.NetEnergy;
import dev.ipw.run.RunConfiguration;
import dev.ipw.run.RunPhase;
import dev.ipw.run.RunSettings;
import dev.ipw.run.RunSummary;
import dev.ipw.run.RunSummary.DeviceTemperature;
import dev.ipw.run.RunSummary.Resumption;
import dev.ipw.run.RunSummary.RunSegment;
import dev.ipw.run.RunTotals;
import dev.ipw.run.RunTotals.EnergyBlock;
import dev.ipw.run.RunTotals.GrossEnergy;
import dev.ipw.run.RunTotals.Headline;
import dev.ipw.run.RunTotals.MachineUse;
import dev.ipw.run.RunTotals.Requests;
import dev.ipw.run.RunTotals.SteadyState;
import dev.ipw.run.RunTotals.Tokens;
import dev.ipw.shard.internal.ShardAttemptFile;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A codec of a run's summary as {@code summary.json}. The file has the keys that the Python reference writes and those
 * that its documentation shows, beside the configuration from which the run is read back.
 */
public final class RunSummaryCodec {
    private static final double NANOS = 1e9;

    private RunSummaryCodec() {}

    public static TreeBuilder toTree(RunSummary summary) {
        RunConfiguration run = summary.configuration();
        TreeBuilder tree = TreeBuilder.object().put("model", run.client().model()).put("client", run.client().id());
        RunConfigurationCodec.toTree(run).build().forEach(tree::put);
        Optional<GpuInfo> gpu = GpuInfo.of(summary.devices());
        if (!summary.shards().isEmpty()) {
            tree.put("shards", shards(summary));
        }
        return tree.put("profiler_config", profilerConfig(run)).put("hardware", hardware(run.system(), gpu))
                .put("gpu_info", gpu.map(GpuColumns.INSTANCE::row))
                .put("devices", summary.devices().stream().map(DeviceCodec::toTree).toList())
                .put("generated_at", seconds(summary.endTime()))
                .put("start_time", summary.startTime().toString()).put("end_time", summary.endTime().toString())
                .put("total_queries", summary.totals().queries()).put("interrupted", summary.interrupted())
                .put("segments", summary.segments().stream().map(segment -> segment(segment).build()).toList())
                .put("resumed", summary.resumption().map(RunSummaryCodec::resumption))
                .put("warnings", summary.warnings())
                .put("verdict", summary.validity().map(validity -> RunValidityCodec.toTree(validity).build()))
                .put("temperatures", summary.temperatures().stream().map(RunSummaryCodec::temperature).toList())
                .put("telemetry_coverage", coverage(summary.totals()))
                .put("profiler_cost", ProfilerCostCodec.toTree(summary.totals().profilerCost(), run.client()))
                .put("evaluation", JudgingCodec.put(EvaluationCodec.toTree(summary.evaluation()), summary.judging()))
                .put("cost", RunAccountsCodec.cost(summary.accounts().cost(), summary))
                .put("compute", RunAccountsCodec.compute(summary.accounts().compute(), summary))
                .put("hosted_estimate",
                        summary.accounts().hosted().map(hosted -> HostedCodec.toTree(hosted).build()))
                .put("totals", totals(summary.totals()));
    }

    public static List<Map<String, @Nullable Object>> shards(RunSummary summary) {
        return summary.shards().stream().map(MergedShardCodec::toTree).toList();
    }

    public static RunSummary fromTree(TreeReader tree) {
        return new RunSummary(RunConfigurationCodec.fromTree(tree),
                tree.child("totals",
                        totals -> totals(totals, ProfilerCostCodec.fromTree(tree.optionalChild("profiler_cost")))),
                tree.text("end_time", Instant::parse), tree.truth("interrupted"),
                tree.children("segments", RunSummaryCodec::segment),
                tree.children("devices", DeviceCodec::device), tree.texts("warnings"),
                tree.optionalChild("verdict", RunValidityCodec::fromTree), RunAccountsCodec.fromTree(tree),
                tree.children("temperatures", RunSummaryCodec::temperature),
                tree.optionalChild("evaluation", EvaluationCodec::totals).orElse(EvaluationTotals.NONE),
                tree.optionalChild("evaluation").flatMap(JudgingCodec::ifAny),
                tree.optionalChild("resumed", RunSummaryCodec::resumption),
                tree.children("shards", MergedShardCodec::fromTree));
    }

    private static Map<String, @Nullable Object> temperature(DeviceTemperature device) {
        return TreeBuilder.object().put("device", device.device()).put("start_celsius", device.startCelsius())
                .put("end_celsius", device.endCelsius()).build();
    }

    private static DeviceTemperature temperature(TreeReader tree) {
        return new DeviceTemperature(tree.text("device"), tree.real("start_celsius"), tree.real("end_celsius"));
    }

    public static Map<String, @Nullable Object> resumption(Resumption resumption) {
        return TreeBuilder.object().put("times", (long) resumption.times()).put("kept", resumption.kept())
                .put("asked", resumption.asked()).put("paused_seconds", resumption.paused().toNanos() / NANOS).build();
    }

    private static Resumption resumption(TreeReader tree) {
        return new Resumption(tree.integer("times"), tree.count("kept"), tree.count("asked"),
                Duration.ofNanos(Math.round(tree.real("paused_seconds") * NANOS)));
    }

    private static TreeBuilder segment(RunSegment segment) {
        TreeBuilder tree = RunConfigurationCodec.clock(segment.clock());
        segment.measured().ifPresent(span -> tree.put("measured_start_nanos", span.startNanos())
                .put("measured_end_nanos", span.endNanos()));
        segment.attempt().ifPresent(attempt -> tree.put("attempt", ShardAttemptFile.toTree(attempt)));
        return tree;
    }

    private static RunSegment segment(TreeReader tree) {
        return new RunSegment(RunConfigurationCodec.clock(tree), tree.optionalWhole("measured_start_nanos").isPresent()
                ? Optional.of(Moments.span(tree, "measured_start_nanos", "measured_end_nanos"))
                : Optional.empty(), tree.optionalChild("attempt", ShardAttemptFile::fromTree));
    }

    /** Writes the configuration under the names of the reference's own. */
    private static TreeBuilder profilerConfig(RunConfiguration run) {
        ClientInfo client = run.client();
        RunSettings asked = run.settings();
        return TreeBuilder.object().put("dataset_id", run.dataset()).put("client_id", client.id())
                .put("client_base_url", client.endpoint().map(URI::toString))
                .put("dataset_params", new TreeMap<>(asked.questions().parameters()))
                .put("client_params", new TreeMap<>(asked.client().parameters())).put("model", client.model())
                .put("output_dir", run.outputDirectory()).put("max_concurrency", asked.load().concurrency())
                .put("max_queries", asked.questions().maxQueries())
                .put("warmup_queries", (long) asked.measurement().warmupQueries())
                .put("idle_seconds", asked.measurement().idleSeconds())
                .put("phased_profiling", (Object) null).put("run_hardware_benchmarks", (Object) null)
                .put("additional_parameters", Map.of()).put("telemetry_buffer_seconds", (Object) null)
                .put("telemetry_max_samples", (Object) null).put("seed", asked.questions().seed())
                .put("telemetry", asked.measurement().telemetry());
    }

    private static TreeBuilder hardware(SystemInfo system, Optional<GpuInfo> gpu) {
        return TreeBuilder.object().put("gpu_name", gpu.map(GpuInfo::name)).put("cpu_brand", system.processorBrand())
                .put("platform", system.operatingSystem().toLowerCase(Locale.ROOT));
    }

    private static TreeBuilder coverage(RunTotals totals) {
        return TreeBuilder.object().put("queries", totals.queries())
                .put("queries_with_energy", totals.requests().withEnergy())
                .put("queries_with_partial_energy", totals.requests().withPartialEnergy())
                .put("queries_without_energy", totals.requests().withoutEnergy());
    }

    private static TreeBuilder totals(RunTotals totals) {
        Map<String, Object> phases = new TreeMap<>();
        totals.phases().forEach(
                (phase, reading) -> phases.put(phase.label(), EnergyReadingColumns.INSTANCE.tree(reading).build()));
        Headline headline = totals.headline();
        return TreeBuilder.object().put("queries", totals.queries())
                .put("succeeded", totals.requests().complete()).put("failed", totals.failed())
                .put("asked", totals.requests().asked()).put("offered_per_second", totals.offeredPerSecond())
                .put("requests_per_second", totals.requestsPerSecond())
                .put("failed_per_second", totals.failedPerSecond())
                .put("queries_with_energy", totals.requests().withEnergy())
                .put("queries_with_partial_energy", totals.requests().withPartialEnergy())
                .put("input_tokens", totals.tokens().input())
                .put("output_tokens", totals.outputTokens()).put("measured_nanos", totals.measuredNanos())
                .put("measured_seconds", totals.measuredSeconds()).put("headline_scope", totals.headlineScope())
                .put("device_energy", EnergyReadingColumns.INSTANCE.tree(totals.deviceEnergy()))
                .put("gross_energy", headline.gross().map(RunSummaryCodec::gross))
                .put("device_watts", totals.averageWatts()).put("joules_per_query", totals.joulesPerQuery())
                .put("output_tokens_per_joule", totals.outputTokensPerJoule())
                .put("joules_per_output_token", totals.joulesPerOutputToken())
                .put("idle_watts", headline.net().map(NetEnergy::idleWatts))
                .put("total_idle_share_joules", headline.net().map(NetEnergy::idleShareJoules))
                .put("net_joules", headline.net().map(NetEnergy::netJoules))
                .put("net_sigma_joules", headline.net().map(NetEnergy::sigmaJoules))
                .put("steady_state", headline.steadyState().map(RunSummaryCodec::steadyState))
                .put("devices", totals.devices().stream().map(device -> device(device).build()).toList())
                .put("phases", phases)
                .put("processor_percent", totals.machine().processorPercent().map(StatisticsColumns.INSTANCE::row))
                .put("memory_bytes", totals.machine().memoryBytes().map(StatisticsColumns.INSTANCE::row));
    }

    private static RunTotals totals(TreeReader tree, ProcessShare profilerCost) {
        Map<RunPhase, EnergyReading> phases = tree.child("phases", known -> known.asMap().keySet().stream()
                .collect(Collectors.toMap(Labels.of(RunPhase.class),
                        label -> known.child(label, EnergyReadingColumns.INSTANCE::read))));
        return new RunTotals(
                new Requests(tree.optionalCount("asked").orElse(tree.count("queries")), tree.count("queries"),
                        tree.count("failed"), tree.count("queries_with_energy"),
                        tree.optionalCount("queries_with_partial_energy").orElse(0)),
                tree.optionalReal("offered_per_second"),
                new Tokens(tree.optionalCount("input_tokens"), tree.optionalCount("output_tokens")),
                tree.count("measured_nanos"), headline(tree), tree.children("devices", RunSummaryCodec::device), phases,
                new MachineUse(tree.optionalChild("processor_percent").flatMap(StatisticsColumns.INSTANCE::readIfAny),
                        tree.optionalChild("memory_bytes").flatMap(StatisticsColumns.INSTANCE::readIfAny)),
                profilerCost);
    }

    private static Headline headline(TreeReader tree) {
        EnergyReading energy = tree.child("device_energy", RunSummaryCodec::total);
        return new Headline(energy, tree.text("headline_scope"), net(tree), gross(tree, energy),
                tree.optionalChild("steady_state", RunSummaryCodec::steadyState));
    }

    /**
     * Reads the total of a device. Older versions allowed for a missing part too, but did not say so; since then a total
     * that does not has no upper bound in a file.
     */
    private static EnergyReading total(TreeReader tree) {
        EnergyReading total = EnergyReadingColumns.INSTANCE.read(tree);
        return total.upperBound().isEmpty() && tree.optionalReal("upper").isPresent()
                ? total.flagged(EnergyFlag.BOUNDED)
                : total;
    }

    private static Map<String, @Nullable Object> gross(GrossEnergy gross) {
        TreeBuilder tree = EnergyReadingColumns.INSTANCE.tree(gross.energy()).put("time_share", gross.timeShare());
        if (gross.phaseSeconds() > 0) {
            tree.put("phase_seconds", gross.phaseSeconds());
        }
        gross.limitWatts().ifPresent(watts -> tree.put("limit_watts", watts));
        if (!gross.blocks().isEmpty()) {
            tree.put("blocks", gross.blocks().stream().map(block -> TreeBuilder.object()
                    .put("start_nanos", block.startNanos()).put("end_nanos", block.endNanos())
                    .put("joules", block.joules()).build()).toList());
        }
        return tree.build();
    }

    /**
     * Reads the gross joules. Older versions did not write them; they are known if the devices were read all the time.
     */
    private static Optional<GrossEnergy> gross(TreeReader tree, EnergyReading energy) {
        return tree
                .optionalChild("gross_energy",
                        known -> new GrossEnergy(total(known), known.real("time_share"),
                                known.optionalReal("phase_seconds").orElse(0), known.optionalReal("limit_watts"),
                                known.children("blocks",
                                        block -> new EnergyBlock(Moments.of(block, "start_nanos"),
                                                Moments.of(block, "end_nanos"), block.real("joules")))))
                .or(() -> GrossEnergy.whole(energy));
    }

    private static TreeBuilder device(DeviceTotals device) {
        return TreeBuilder.object().put("device", device.device())
                .put("energy", EnergyReadingColumns.INSTANCE.tree(device.total()))
                .put("requests_with_energy", device.requestsWithEnergy())
                .put("requests_joules", device.requestsJoules())
                .put("abandoned_joules", device.abandonedJoules()).put("phases_joules", device.phasesJoules())
                .put("idle_joules", device.idleJoules())
                .put("other_joules", device.otherJoules())
                .put("systematic_fraction", device.total().provenance().systematicFraction())
                .put("attribution", device.attribution().map(sharing -> DeviceSharingCodec.toTree(sharing).build()))
                .put("idle_watts", device.net().map(NetEnergy::idleWatts))
                .put("total_idle_share_joules", device.net().map(NetEnergy::idleShareJoules))
                .put("net_joules", device.net().map(NetEnergy::netJoules))
                .put("net_sigma_joules", device.net().map(NetEnergy::sigmaJoules))
                .put("idle_baseline", device.idleBaseline().map(RunSummaryCodec::baseline));
    }

    private static DeviceTotals device(TreeReader tree) {
        return new DeviceTotals(tree.text("device"), tree.child("energy", RunSummaryCodec::total),
                tree.optionalCount("requests_with_energy").orElse(0), tree.optionalReal("requests_joules"),
                tree.optionalReal("abandoned_joules"), tree.optionalReal("phases_joules"),
                tree.optionalReal("idle_joules"), tree.optionalReal("other_joules"), net(tree),
                tree.optionalChild("idle_baseline", RunSummaryCodec::baseline),
                tree.optionalChild("attribution", DeviceSharingCodec::fromTree));
    }

    private static Map<String, @Nullable Object> steadyState(SteadyState steady) {
        TreeBuilder tree = TreeBuilder.object().put("start_nanos", steady.startNanos()).put("end_nanos",
                steady.endNanos());
        EnergyReadingColumns.INSTANCE.tree(steady.energy()).build().forEach(tree::put);
        return tree.put("output_tokens", steady.outputTokens())
                .put("steady_joules_per_output_token", steady.energyPerOutputTokenJoules())
                .put("steady_joules_per_output_token_low", steady.lowestEnergyPerOutputTokenJoules())
                .put("steady_joules_per_output_token_high", steady.highestEnergyPerOutputTokenJoules()).build();
    }

    private static SteadyState steadyState(TreeReader tree) {
        return new SteadyState(Moments.of(tree, "start_nanos"), Moments.of(tree, "end_nanos"),
                EnergyReadingColumns.INSTANCE.read(tree),
                tree.real("output_tokens"));
    }

    private static Map<String, @Nullable Object> baseline(IdleBaseline idle) {
        return TreeBuilder.object().put("watts", idle.watts()).put("spread_watts", idle.spreadWatts())
                .put("pieces", (long) idle.pieces()).put("before_watts", idle.beforeWatts())
                .put("after_watts", idle.afterWatts()).put("time", idle.time().toString())
                .put("temperature_celsius", idle.temperatureCelsius()).put("other_processes", idle.otherProcesses())
                .build();
    }

    private static IdleBaseline baseline(TreeReader tree) {
        return new IdleBaseline(tree.real("watts"), tree.real("spread_watts"), tree.integer("pieces"),
                tree.optionalReal("before_watts"), tree.optionalReal("after_watts"), tree.text("time", Instant::parse),
                tree.optionalReal("temperature_celsius"), tree.optionalCount("other_processes"));
    }

    /** Reads the joules beyond idle power; older versions did not write them. */
    private static Optional<NetEnergy> net(TreeReader tree) {
        return tree.optionalReal("net_joules").isEmpty()
                ? Optional.empty()
                : Optional.of(new NetEnergy(tree.real("idle_watts"), tree.real("total_idle_share_joules"),
                        tree.real("net_joules"),
                        tree.real("net_sigma_joules")));
    }

    private static double seconds(Instant instant) {
        return instant.getEpochSecond() + instant.getNano() / NANOS;
    }
}
