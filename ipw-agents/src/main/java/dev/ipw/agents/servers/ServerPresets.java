package dev.ipw.agents.servers;

import dev.ipw.agents.preset.Presets;
import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.tree.TreeReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Look up presets by name. */
public final class ServerPresets {
    private final Presets<ServerPreset> presets;

    private ServerPresets(Presets<ServerPreset> presets) {
        this.presets = presets;
    }

    /**
     * Reads the presets that come with this library.
     *
     * @return the presets
     */
    public static ServerPresets shipped() {
        return new ServerPresets(
                Presets.shipped("preset", ServerPresets.class, "presets.json", ServerPreset::of));
    }

    /**
     * Adds presets of a user; one whose name is there already is replaced.
     *
     * @param place   where they come from, in messages
     * @param added   {@code kind}, {@code model}, {@code arguments}, {@code tensor_parallel} and {@code gpu_memory_mb} by name
     * @return the presets with them
     * @throws dev.ipw.error.InputException if one cannot be read
     */
    public ServerPresets with(String place, Map<String, ? extends @Nullable Object> added) {
        return new ServerPresets(presets.with(TreeReader.of(place, added)));
    }

    /**
     * Lists them.
     *
     * @return all, by name
     */
    public List<ServerPreset> all() {
        return presets.all();
    }

    /**
     * Looks one up.
     *
     * @param name its name
     * @return empty if there is none
     */
    public Optional<ServerPreset> find(String name) {
        return presets.find(name);
    }

    /**
     * Looks one up that must be there.
     *
     * @param name its name
     * @return the preset
     * @throws ConfigurationException if there is none; the message names the nearest
     */
    public ServerPreset require(String name) {
        return find(name).orElseThrow(() -> new ConfigurationException(presets.unknown(name)));
    }
}
