package dev.ipw.results;

import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.ServingHost;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.record.SystemInfo;
import dev.ipw.telemetry.RunClock;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Turn a run's configuration into a tree and back. */
final class RunConfigurationCodec {
    private RunConfigurationCodec() {}

    static TreeBuilder toTree(RunConfiguration run) {
        return TreeBuilder.object().put("client_info", client(run.client()))
                .put("client_params", sorted(run.clientParameters())).put("dataset", run.dataset())
                .put("dataset_name", run.datasetName()).put("dataset_params", sorted(run.datasetParameters()))
                .put("evaluator_params", sorted(run.evaluatorParameters()))
                .put("max_queries", run.maxQueries()).put("warmup_queries", run.warmupQueries())
                .put("idle_seconds", run.idleSeconds()).put("max_concurrency", run.load().concurrency())
                .put("load", load(run.load()))
                .put("seed", run.seed())
                .put("generation", generation(run.generation())).put("telemetry", run.telemetry())
                .put("telemetry_note", run.telemetryNote()).put("system_info", system(run.system()))
                .put("hardware_label", run.hardwareLabel()).put("clock", clock(run.clock()))
                .put("output_dir", run.outputDirectory()).put("command", run.command())
                .put("versions", sorted(run.versions()))
                .put("accounting", RunAccountingCodec.toTree(run.accounting()));
    }

    static RunConfiguration fromTree(TreeReader tree) {
        return new RunConfiguration(tree.child("client_info", RunConfigurationCodec::client),
                tree.child("client_params", RunConfigurationCodec::texts),
                tree.text("dataset"), tree.text("dataset_name"),
                tree.child("dataset_params", RunConfigurationCodec::texts),
                tree.child("evaluator_params", RunConfigurationCodec::texts),
                tree.optionalInt("max_queries"), tree.integer("warmup_queries"),
                tree.optionalReal("idle_seconds").orElse(0), tree.as(RunConfigurationCodec::load), tree.whole("seed"),
                tree.child("generation", RunConfigurationCodec::generation),
                tree.text("telemetry"), tree.optionalText("telemetry_note"),
                tree.child("system_info", RunConfigurationCodec::system),
                tree.text("hardware_label"), tree.child("clock", RunConfigurationCodec::clock), tree.text("output_dir"),
                tree.optionalText("command"), tree.child("versions", RunConfigurationCodec::texts),
                RunAccountingCodec.fromTree(tree.optionalChild("accounting")));
    }

    private static TreeBuilder load(LoadSettings load) {
        return TreeBuilder.object().put("shape", load.shape()).put("concurrency", load.concurrency())
                .put("rate_per_second", load.perSecond()).put("burstiness", load.burstiness())
                .put("ramp_seconds", load.rampSeconds()).put("duration_seconds", load.durationSeconds())
                .put("cut_start_seconds", load.cut().startSeconds()).put("cut_end_seconds", load.cut().endSeconds())
                .put("arrival_seed", load.arrivalSeed())
                .put("trace", load.replayed().map(LoadSettings.Replayed::trace))
                .put("replay_speed", load.replayed().map(LoadSettings.Replayed::speed));
    }

    /** Runs that were kept before there were rates have their number in flight only. */
    private static LoadSettings load(TreeReader run) {
        return run.child("load", tree -> tree.asMap().isEmpty()
                ? LoadSettings.ofConcurrency(run.integer("max_concurrency"))
                : new LoadSettings(tree.text("shape"), tree.optionalInt("concurrency"),
                        tree.optionalReal("rate_per_second"), tree.optionalReal("burstiness"),
                        tree.real("ramp_seconds"), tree.optionalReal("duration_seconds"),
                        new LoadSettings.Cut(tree.optionalReal("cut_start_seconds").orElse(0),
                                tree.optionalReal("cut_end_seconds").orElse(0)),
                        tree.optionalWhole("arrival_seed"), tree.optionalText("trace").map(
                                trace -> new LoadSettings.Replayed(trace, tree.real("replay_speed")))));
    }

    private static TreeBuilder client(ClientInfo client) {
        return TreeBuilder.object().put("id", client.id()).put("model", client.model())
                .put("base_url", client.endpoint().map(URI::toString))
                .put("serving_host", client.servingHost().name().toLowerCase(Locale.ROOT))
                .put("details", sorted(client.details()));
    }

    private static ClientInfo client(TreeReader tree) {
        return new ClientInfo(tree.text("id"), tree.text("model"), tree.optionalText("base_url", URI::create),
                tree.text("serving_host", Labels.of(ServingHost.class)),
                tree.child("details", RunConfigurationCodec::texts));
    }

    private static TreeBuilder generation(GenerationOptions options) {
        return TreeBuilder.object().put("temperature", options.temperature()).put("top_p", options.topP())
                .put("max_tokens", options.maxTokens()).put("seed", options.seed()).put("stop", options.stop())
                .put("body", sorted(options.body()));
    }

    private static GenerationOptions generation(TreeReader tree) {
        return new GenerationOptions(tree.optionalReal("temperature"), tree.optionalReal("top_p"),
                tree.optionalInt("max_tokens"), tree.optionalWhole("seed"), tree.texts("stop"),
                tree.child("body", RunConfigurationCodec::texts));
    }

    /** Write the machine under the reference's names. */
    static TreeBuilder system(SystemInfo system) {
        return TreeBuilder.object().put("os_name", system.operatingSystem())
                .put("os_version", system.operatingSystemVersion()).put("kernel_version", system.kernelVersion())
                .put("host_name", system.hostName()).put("cpu_count", system.logicalProcessors())
                .put("cpu_brand", system.processorBrand());
    }

    /** Read the machine. */
    static SystemInfo system(TreeReader tree) {
        return new SystemInfo(tree.text("os_name"), tree.text("os_version"), tree.optionalText("kernel_version"),
                tree.optionalText("host_name"), tree.optionalInt("cpu_count"),
                tree.optionalText("cpu_brand"));
    }

    static TreeBuilder clock(RunClock clock) {
        return TreeBuilder.object().put("monotonic_anchor_nanos", clock.monotonicAnchorNanos())
                .put("epoch_anchor_nanos", clock.epochAnchorNanos());
    }

    static RunClock clock(TreeReader tree) {
        return new RunClock(tree.whole("monotonic_anchor_nanos"), tree.whole("epoch_anchor_nanos"));
    }

    private static Map<String, String> sorted(Map<String, String> map) {
        return new TreeMap<>(map);
    }

    static Map<String, String> texts(TreeReader tree) {
        Map<String, String> texts = new LinkedHashMap<>();
        tree.asMap().forEach((key, value) -> texts.put(key, String.valueOf(value)));
        return texts;
    }
}
