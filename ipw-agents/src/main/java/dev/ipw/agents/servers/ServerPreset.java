package dev.ipw.agents.servers;

import dev.ipw.internal.tree.TreeReader;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A named specification of a server.
 *
 * @param name short, typed by a person
 * @param spec the server, its model and its arguments
 */
public record ServerPreset(String name, ServerSpec spec) {
    /** Reads one. */
    static ServerPreset of(String name, TreeReader preset) {
        Map<String, String> arguments = new LinkedHashMap<>();
        preset.optionalChild("arguments").ifPresent(
                child -> child.asMap().forEach((key, value) -> arguments.put(key, String.valueOf(value))));
        return new ServerPreset(name,
                new ServerSpec(preset.text("kind", ServerKind::of), preset.text("model"), arguments,
                        preset.optionalInt("tensor_parallel"), preset.optionalCount("gpu_memory_mb")));
    }
}
