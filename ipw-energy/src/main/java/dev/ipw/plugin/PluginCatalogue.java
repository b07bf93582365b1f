package dev.ipw.plugin;

import java.util.List;
import org.apiguardian.api.API;

/**
 * Several plugins of one kind in one place. A provider of its own for each plugin works as well; a catalogue suits
 * plugins that differ in little more than their ids. List the class under {@code provides} in {@code module-info.java},
 * or in {@code META-INF/services/dev.ipw.plugin.PluginCatalogue}.
 *
 * <pre>{@code
 * public final class WeatherDatasets implements PluginCatalogue {
 *     public Class<DatasetProvider> type() {
 *         return DatasetProvider.class;
 *     }
 *
 *     public List<DatasetProvider> plugins() {
 *         return List.of(new Weather("rain"), new Weather("snow"));
 *     }
 * }
 * }</pre>
 */
@API(status = API.Status.EXPERIMENTAL)
public interface PluginCatalogue {
    /**
     * Returns the kind of the plugins.
     *
     * @return the provider interface
     */
    Class<? extends PluginProvider> type();

    /**
     * Lists the plugins. All are listed to find one by its id, so making an entry must be cheap.
     *
     * @return the plugins, all of the catalogue's type
     */
    List<? extends PluginProvider> plugins();
}
