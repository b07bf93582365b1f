package dev.ipw.shard;

import dev.ipw.error.InputException;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** A codec of plans as trees. */
final class ShardPlanCodec {
    private static final int VERSION = 1;

    private ShardPlanCodec() {}

    static TreeBuilder toTree(ShardPlan plan) {
        return TreeBuilder.object().put("format_version", (long) VERSION).put("count", (long) plan.count())
                .put("seed", plan.seed()).put("questions_sha256", plan.questionsSha256())
                .put("configuration_sha256", plan.configurationSha256()).put("start", plan.start().toString())
                .put("deadline", plan.deadline().map(Instant::toString)).put("server_shared", plan.serverShared())
                .put("configuration", plan.settings());
    }

    static ShardPlan fromTree(TreeReader tree) {
        if (tree.integer("format_version") > VERSION) {
            throw new InputException("A newer version wrote " + tree.place("format_version")
                    + ". Use that version for all shards");
        }
        Map<String, String> settings = new LinkedHashMap<>();
        tree.child("configuration").asMap().forEach((key, value) -> settings.put(key, Objects.toString(value)));
        return new ShardPlan(tree.integer("count"), tree.whole("seed"), tree.text("questions_sha256"),
                tree.text("configuration_sha256"), settings, tree.text("start", Instant::parse),
                tree.optionalText("deadline", Instant::parse), tree.truth("server_shared"));
    }
}
