package dev.ipw.dataset;

import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.PluginProvider;

/** Provide a dataset under an id. */
public interface DatasetProvider extends PluginProvider {
    /**
     * Open the dataset.
     *
     * @param parameters the dataset's parameters
     * @return the dataset
     * @throws dev.ipw.error.ConfigurationException if a parameter is wrong
     */
    Dataset open(Parameters parameters);
}
