package dev.ipw.agents;

import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.PluginProvider;
import java.util.List;
import org.apiguardian.api.API;

/** A provider of tools under an id. */
@API(status = API.Status.EXPERIMENTAL)
public interface ToolProvider extends PluginProvider {
    /**
     * Creates the tools. They are closed at the end of the run.
     *
     * @param context    the environment, a cache folder, a listener of slow steps
     * @param parameters the parameters of this id
     * @return the tools, at least one, each with a name of its own
     * @throws dev.ipw.error.ConfigurationException if a parameter is wrong or a requirement is missing
     */
    List<AgentTool> create(ToolContext context, Parameters parameters);
}
