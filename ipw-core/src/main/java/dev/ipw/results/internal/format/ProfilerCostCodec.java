package dev.ipw.results.internal.format;

import dev.ipw.energy.ProcessShare;
import dev.ipw.inference.ClientInfo;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import java.util.Optional;

/** A codec of the profiler's own cost as a tree. */
final class ProfilerCostCodec {
    private static final String OLDER = "the run was made by a version that did not look at its own cost";

    private ProfilerCostCodec() {}

    public static TreeBuilder toTree(ProcessShare cost, ClientInfo client) {
        TreeBuilder tree = TreeBuilder.object().put("cpu_seconds", cost.cpuSeconds());
        EnergyReadingColumns.INSTANCE.tree(cost.energy()).build().forEach(tree::put);
        return tree.put("includes_model", client.isInProcess()).put("note", note(client));
    }

    private static String note(ClientInfo client) {
        return client.isInProcess()
                ? "this process and what it started, the model included"
                : "this process and what it started; a server that it started is included";
    }

    public static ProcessShare fromTree(Optional<TreeReader> tree) {
        return tree
                .map(one -> one.as(known -> new ProcessShare(known.optionalReal("cpu_seconds"),
                        EnergyReadingColumns.INSTANCE.read(known))))
                .orElseGet(() -> ProcessShare.none(OLDER));
    }
}
