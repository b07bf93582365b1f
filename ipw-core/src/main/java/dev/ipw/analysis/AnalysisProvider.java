package dev.ipw.analysis;

import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.PluginProvider;
import org.apiguardian.api.API;

/** A provider of an analysis under an id. */
@API(status = API.Status.EXPERIMENTAL)
public interface AnalysisProvider extends PluginProvider {
    /**
     * Creates the analysis.
     *
     * @param parameters the analysis' parameters
     * @return the analysis
     * @throws dev.ipw.error.ConfigurationException if a parameter is wrong
     */
    Analysis create(Parameters parameters);
}
