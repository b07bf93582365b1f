package dev.ipw.results.internal.format;

import dev.ipw.energy.Scope;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.SampledDevice;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A codec of sampled devices as trees. */
final class DeviceCodec {
    private DeviceCodec() {}

    public static Map<String, @Nullable Object> toTree(SampledDevice device) {
        DeviceInfo info = device.info();
        return TreeBuilder.object().put("device", info.device()).put("name", info.name()).put("vendor", info.vendor())
                .put("index", info.index()).put("collector", device.collector())
                .put("scopes", device.scopes().stream().sorted().map(Scope::label).toList())
                .put("details", new TreeMap<>(info.details())).build();
    }

    public static SampledDevice device(TreeReader tree) {
        Map<String, String> details = new LinkedHashMap<>();
        tree.child("details").asMap().forEach((name, value) -> details.put(name, String.valueOf(value)));
        return new SampledDevice(
                new DeviceInfo(tree.text("device"), tree.text("name"), tree.optionalText("vendor"),
                        tree.optionalInt("index"), details),
                tree.text("collector"), tree.texts("scopes").stream().map(label -> Labels.parse(Scope.class, label))
                        .collect(Collectors.toSet()));
    }
}
