package dev.ipw.results.internal.format;

import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.quality.RunValidity.Trust;
import dev.ipw.run.MergedShard;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A codec of a merged run's shards. */
final class MergedShardCodec {
    private MergedShardCodec() {}

    static Map<String, @Nullable Object> toTree(MergedShard shard) {
        return TreeBuilder.object().put("index", (long) shard.index()).put("folder", shard.folder())
                .put("attempts", (long) shard.attempts()).put("host", shard.host()).put("machine", shard.machine())
                .put("queries", shard.queries()).put("joules", shard.joules())
                .put("validity", shard.validity().map(Trust::label)).build();
    }

    static MergedShard fromTree(TreeReader tree) {
        return new MergedShard(tree.integer("index"), tree.text("folder"), tree.integer("attempts"),
                tree.text("host"), tree.text("machine"), tree.count("queries"), tree.optionalReal("joules"),
                tree.optionalText("validity", Labels.of(Trust.class)));
    }
}
