package dev.ipw.results.internal.format;

import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.energy.attribution.DeviceSharing;
import dev.ipw.energy.attribution.ShareTrust;
import dev.ipw.energy.attribution.WidthReason;
import dev.ipw.energy.attribution.WorkFit;
import dev.ipw.energy.attribution.WorkFit.WorkCost;
import dev.ipw.energy.attribution.WorkWeights;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A codec of the sharing between requests as trees. */
final class DeviceSharingCodec {
    private DeviceSharingCodec() {}

    public static TreeBuilder toTree(DeviceSharing sharing) {
        WorkWeights weights = sharing.weights();
        return TreeBuilder.object().put("rule", sharing.rule().label())
                .put("weights", TreeBuilder.object().put("engine_step", weights.engineStep())
                        .put("prefill_token", weights.prefillToken()).put("decode_token", weights.decodeToken())
                        .put("context_token", weights.contextToken()).put("prompt_pair", weights.promptPair()))
                .put("quality", sharing.quality()).put("trust", sharing.trust().label())
                .put("width_reason", sharing.width().map(WidthReason::label))
                .put("lag_seconds", sharing.lagSeconds())
                .put("fit", sharing.fit().map(DeviceSharingCodec::fit));
    }

    private static Map<String, @Nullable Object> fit(WorkFit fit) {
        return TreeBuilder.object().put("r2", fit.rSquared()).put("quality", fit.quality())
                .put("counter_steps", (long) fit.steps()).put("stamped", fit.isStamped())
                .put("costs", fit.costs().stream()
                        .map(cost -> TreeBuilder.object().put("work", cost.kind().label()).put("joules", cost.joules())
                                .put("standard_error", cost.standardError()).put("inflation", cost.inflation()).build())
                        .toList())
                .build();
    }

    private static WorkFit fit(TreeReader tree) {
        return new WorkFit(tree.children("costs",
                cost -> new WorkCost(cost.text("work", Labels.of(WorkCost.Kind.class)), cost.real("joules"),
                        cost.real("standard_error"), cost.real("inflation"))),
                tree.real("r2"), tree.optionalReal("quality"), tree.integer("counter_steps"),
                tree.truth("stamped"));
    }

    public static DeviceSharing fromTree(TreeReader tree) {
        return new DeviceSharing(
                tree.text("rule", label -> Labels.parse(AttributionRule.class, label.replace('-', '_'))),
                tree.child("weights", weights -> new WorkWeights(weights.real("engine_step"),
                        weights.real("prefill_token"), weights.real("decode_token"), weights.real("context_token"),
                        weights.optionalReal("prompt_pair").orElse(0))),
                tree.optionalReal("quality"),
                tree.optionalText("trust", Labels.of(ShareTrust.class))
                        .orElse(ShareTrust.UNCHECKED),
                tree.optionalText("width_reason", Labels.of(WidthReason.class)),
                tree.optionalChild("fit", DeviceSharingCodec::fit),
                tree.real("lag_seconds"));
    }
}
