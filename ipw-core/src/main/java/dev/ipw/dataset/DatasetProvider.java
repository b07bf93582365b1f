package dev.ipw.dataset;

import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.PluginProvider;
import java.util.List;
import org.apiguardian.api.API;

/** Provide a dataset under an id. */
@API(status = API.Status.STABLE)
public interface DatasetProvider extends PluginProvider {
    /**
     * Name what the dataset needs. It is looked for before {@link #open} is called; where something is missing, all of it is
     * told at once and nothing is opened.
     *
     * @param context    what there is; a dataset that lies in its cache needs no network
     * @param parameters the dataset's parameters
     * @return the requirements; none by default
     * @throws dev.ipw.error.ConfigurationException if a parameter is wrong
     */
    default List<Requirement> requirements(DatasetContext context, Parameters parameters) {
        return List.of();
    }

    /**
     * Open the dataset, and fetch what is not in the cache.
     *
     * @param context    the folder for what is fetched, tokens, and whether the network may be used
     * @param parameters the dataset's parameters
     * @return the dataset
     * @throws dev.ipw.error.ConfigurationException if a parameter is wrong
     * @throws dev.ipw.error.InputException         if it cannot be fetched or read
     */
    Dataset open(DatasetContext context, Parameters parameters);
}
