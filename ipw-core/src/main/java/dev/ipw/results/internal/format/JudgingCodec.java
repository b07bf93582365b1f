package dev.ipw.results.internal.format;

import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.run.RunSummary.JudgingEnergy;
import dev.ipw.run.RunSummary.JudgingEnergy.DeviceJudging;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A codec of the joules of judges, beside the other costs of evaluation. */
final class JudgingCodec {
    private static final String ENERGY = "energy";

    private JudgingCodec() {}

    static TreeBuilder put(TreeBuilder tree, Optional<JudgingEnergy> known) {
        if (known.isEmpty()) {
            return tree.put(ENERGY, (Object) null);
        }
        JudgingEnergy judging = known.get();
        return tree.put(ENERGY, EnergyReadingColumns.INSTANCE.tree(judging.energy()))
                .put("local_calls", judging.localCalls()).put("remote_calls", judging.remoteCalls())
                .put("unmetered_calls", judging.unmeteredCalls()).put("other_calls", judging.otherCalls())

                .put("devices", judging.devices().stream().map(JudgingCodec::device).toList());
    }

    private static Map<String, @Nullable Object> device(DeviceJudging device) {
        return TreeBuilder.object().put("device", device.device())
                .put(ENERGY, EnergyReadingColumns.INSTANCE.tree(device.total()))
                .put("judging_joules", device.judgingJoules()).put("idle_joules", device.idleJoules())
                .put("other_joules", device.otherJoules()).build();
    }

    static Optional<JudgingEnergy> ifAny(TreeReader tree) {
        return tree.optionalChild(ENERGY, EnergyReadingColumns.INSTANCE::read)
                .map(energy -> new JudgingEnergy(energy, tree.count("local_calls"), tree.count("remote_calls"),
                        tree.count("unmetered_calls"), tree.count("other_calls"),
                        tree.optionalCount("cache_hits").orElse(0),
                        tree.children("devices", JudgingCodec::device)));
    }

    private static DeviceJudging device(TreeReader tree) {
        return new DeviceJudging(tree.text("device"), tree.child(ENERGY, EnergyReadingColumns.INSTANCE::read),
                tree.optionalReal("judging_joules"), tree.optionalReal("idle_joules"),
                tree.optionalReal("other_joules"));
    }
}
