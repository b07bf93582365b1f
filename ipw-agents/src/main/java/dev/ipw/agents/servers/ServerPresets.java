package dev.ipw.agents.servers;

import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.names.NearestNames;
import dev.ipw.internal.tree.TreeReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Look up presets by name. */
public final class ServerPresets {
    private static final String RESOURCE = "presets.json";

    private final Map<String, ServerPreset> byName;

    private ServerPresets(Map<String, ServerPreset> byName) {
        this.byName = byName;
    }

    /**
     * Read the presets that come with this library.
     *
     * @return the presets
     */
    public static ServerPresets shipped() {
        try (InputStream in = Objects.requireNonNull(ServerPresets.class.getResourceAsStream(RESOURCE), RESOURCE)) {
            String json = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return new ServerPresets(Map.of()).with(TreeReader.ofJson(RESOURCE, json));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /**
     * Add presets of a user; one whose name is there already is replaced.
     *
     * @param place   where they come from, in messages
     * @param presets {@code kind}, {@code model}, {@code arguments}, {@code tensor_parallel} and {@code gpu_memory_mb} by name
     * @return the presets with them
     * @throws dev.ipw.error.InputException if one cannot be read
     */
    public ServerPresets with(String place, Map<String, ? extends @Nullable Object> presets) {
        return with(TreeReader.of(place, presets));
    }

    private ServerPresets with(TreeReader presets) {
        Map<String, ServerPreset> all = new TreeMap<>(byName);
        presets.asMap().keySet()
                .forEach(name -> all.put(name, presets.child(name, one -> ServerPreset.of(name, one))));
        return new ServerPresets(all);
    }

    /**
     * List them.
     *
     * @return all, by name
     */
    public List<ServerPreset> all() {
        return List.copyOf(byName.values());
    }

    /**
     * Look one up.
     *
     * @param name its name
     * @return empty if there is none
     */
    public Optional<ServerPreset> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /**
     * Look one up that must be there.
     *
     * @param name its name
     * @return the preset
     * @throws ConfigurationException if there is none; the message names the nearest
     */
    public ServerPreset require(String name) {
        return find(name).orElseThrow(() -> {
            String nearest = NearestNames.of(name, List.copyOf(byName.keySet()));
            return new ConfigurationException("There is no preset '" + name + "'."
                    + (nearest.isEmpty()
                            ? " There are " + String.join(", ", byName.keySet())
                            : " Did you mean " + nearest + "?"));
        });
    }
}
