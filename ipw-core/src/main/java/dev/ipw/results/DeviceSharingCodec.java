package dev.ipw.results;

import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.energy.attribution.ShareTrust;
import dev.ipw.energy.attribution.WorkWeights;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;

/** Turn how requests shared into trees and back. */
final class DeviceSharingCodec {
    private DeviceSharingCodec() {}

    static TreeBuilder toTree(DeviceSharing sharing) {
        WorkWeights weights = sharing.weights();
        return TreeBuilder.object().put("rule", sharing.rule().label())
                .put("weights", TreeBuilder.object().put("engine_step", weights.engineStep())
                        .put("prefill_token", weights.prefillToken()).put("decode_token", weights.decodeToken())
                        .put("context_token", weights.contextToken()).put("prompt_pair", weights.promptPair()))
                .put("quality", sharing.quality()).put("trust", sharing.trust().label())
                .put("lag_seconds", sharing.lagSeconds());
    }

    static DeviceSharing fromTree(TreeReader tree) {
        TreeReader weights = tree.child("weights");
        return new DeviceSharing(Labels.parse(AttributionRule.class, tree.text("rule").replace('-', '_')),
                new WorkWeights(weights.real("engine_step"), weights.real("prefill_token"),
                        weights.real("decode_token"), weights.real("context_token"),
                        weights.optionalReal("prompt_pair").orElse(0)),
                tree.optionalReal("quality"),
                tree.optionalText("trust").map(trust -> Labels.parse(ShareTrust.class, trust))
                        .orElse(ShareTrust.UNCHECKED),
                tree.real("lag_seconds"));
    }
}
