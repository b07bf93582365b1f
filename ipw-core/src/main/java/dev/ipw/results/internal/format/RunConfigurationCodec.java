package dev.ipw.results.internal.format;

import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.ServingHost;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.run.RunConfiguration;
import dev.ipw.run.RunShard;
import dev.ipw.shard.ShardSpec;
import dev.ipw.shard.internal.ShardAttemptFile;
import dev.ipw.telemetry.RunClock;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A codec of a run's configuration as a tree. */
public final class RunConfigurationCodec {
    private RunConfigurationCodec() {}

    public static TreeBuilder toTree(RunConfiguration run) {
        TreeBuilder tree = TreeBuilder.object().put("client_info", client(run.client()))
                .put("dataset_name", run.datasetName());
        RunSettingsCodec.put(tree, run.settings());
        run.shard().ifPresent(shard -> tree.put("shard", shard(shard)));
        return tree.put("telemetry_note", run.telemetryNote())
                .put("system_info", SystemColumns.INSTANCE.tree(run.system()))
                .put("hardware_label", run.hardwareLabel()).put("clock", clock(run.clock()))
                .put("output_dir", run.outputDirectory()).put("command", run.command())
                .put("versions", sorted(run.versions()))
                .put("accounting", RunAccountingCodec.toTree(run.accounting()));
    }

    public static RunConfiguration fromTree(TreeReader tree) {
        ClientInfo client = tree.child("client_info", RunConfigurationCodec::client);
        return new RunConfiguration(RunSettingsCodec.fromTree(tree, client), client, tree.text("dataset_name"),
                RunAccountingCodec.fromTree(tree.optionalChild("accounting")), tree.optionalText("telemetry_note"),
                tree.child("system_info", SystemColumns.INSTANCE::read), tree.text("hardware_label"),
                tree.child("clock", RunConfigurationCodec::clock), tree.text("output_dir"),
                tree.optionalText("command"), tree.child("versions", RunConfigurationCodec::texts),
                tree.optionalChild("shard", RunConfigurationCodec::shard));
    }

    /** Returns the part by which runs are compared: the settings, and the client's description of itself. */
    public static TreeBuilder compared(RunConfiguration run) {
        ClientInfo client = run.client();
        TreeBuilder tree = TreeBuilder.object().put("id", client.id()).put("model", client.model())
                .put("base_url", client.endpoint().map(URI::toString))
                .put("serving_host", client.servingHost().name().toLowerCase(Locale.ROOT));
        return RunSettingsCodec.put(tree, run.settings());
    }

    private static TreeBuilder shard(RunShard shard) {
        return TreeBuilder.object().put("index", (long) shard.spec().index()).put("count", (long) shard.spec().count())
                .put("server_shared", shard.serverShared())
                .put("attempt", ShardAttemptFile.toTree(shard.attempt()));
    }

    private static RunShard shard(TreeReader tree) {
        return new RunShard(new ShardSpec(tree.integer("index"), tree.integer("count")), tree.truth("server_shared"),
                tree.child("attempt", ShardAttemptFile::fromTree));
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

    public static TreeBuilder clock(RunClock clock) {
        return TreeBuilder.object().put("monotonic_anchor_nanos", clock.monotonicAnchorNanos())
                .put("epoch_anchor_nanos", clock.epochAnchorNanos());
    }

    public static RunClock clock(TreeReader tree) {
        return new RunClock(tree.whole("monotonic_anchor_nanos"), tree.whole("epoch_anchor_nanos"));
    }

    public static Map<String, String> sorted(Map<String, String> map) {
        return new TreeMap<>(map);
    }

    public static Map<String, String> texts(TreeReader tree) {
        Map<String, String> texts = new LinkedHashMap<>();
        tree.asMap().forEach((key, value) -> texts.put(key, String.valueOf(value)));
        return texts;
    }
}
