package dev.ipw.plugin;

import java.util.List;
import org.apiguardian.api.API;

/**
 * The description of a plugin, which every provider found by {@link Plugins} has. Implement one of the provider
 * interfaces that extend this one, and list the class under {@code provides} in {@code module-info.java} or in
 * {@code META-INF/services}, or make it an entry of a {@link PluginCatalogue}.
 */
@API(status = API.Status.EXPERIMENTAL)
public interface PluginProvider {
    /**
     * Returns the id of this plugin: lower-case words joined by dashes, unique among plugins of its kind.
     *
     * @return the id a user types
     */
    String id();

    /**
     * Returns other ids of the same plugin.
     *
     * @return further ids, empty by default
     */
    default List<String> aliases() {
        return List.of();
    }

    /**
     * Returns a description in one line.
     *
     * @return one line without a full stop
     */
    String description();
}
