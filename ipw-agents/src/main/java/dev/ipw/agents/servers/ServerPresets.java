package dev.ipw.agents.servers;

import dev.ipw.agents.preset.Presets;
import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.tree.TreeReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The presets of servers by name. */
public final class ServerPresets {
    private final Presets<ServerPreset> presets;

    private ServerPresets(Presets<ServerPreset> presets) {
        this.presets = presets;
    }

    /**
     * Reads the presets of this library.
     *
     * @return the presets
     */
    public static ServerPresets shipped() {
        return new ServerPresets(
                Presets.shipped("preset", ServerPresets.class, "presets.json", ServerPreset::of));
    }

    /**
     * Returns these presets with those of a user, which replace those with the same name.
     *
     * @param place their source, for messages
     * @param added {@code kind}, {@code model}, {@code arguments}, {@code tensor_parallel} and {@code gpu_memory_mb} by
     *              name
     * @return the presets with them
     * @throws dev.ipw.error.InputException if one cannot be read
     */
    public ServerPresets with(String place, Map<String, ? extends @Nullable Object> added) {
        return new ServerPresets(presets.with(TreeReader.of(place, added)));
    }

    /**
     * Returns all presets.
     *
     * @return all, by name
     */
    public List<ServerPreset> all() {
        return presets.all();
    }

    /**
     * Returns a preset.
     *
     * @param name its name
     * @return the preset; empty if the name is unknown
     */
    public Optional<ServerPreset> find(String name) {
        return presets.find(name);
    }

    /**
     * Returns a preset that must exist.
     *
     * @param name its name
     * @return the preset
     * @throws ConfigurationException if the name is unknown; the message contains the nearest one
     */
    public ServerPreset require(String name) {
        return find(name).orElseThrow(() -> new ConfigurationException(presets.unknown(name)));
    }
}
