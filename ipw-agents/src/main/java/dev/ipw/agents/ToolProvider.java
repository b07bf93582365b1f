package dev.ipw.agents;

import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.PluginProvider;
import java.util.List;
import org.apiguardian.api.API;

/** Provide tools under an id. */
@API(status = API.Status.EXPERIMENTAL)
public interface ToolProvider extends PluginProvider {
    /**
     * Make the tools. They are closed when the run is over.
     *
     * @param context    the environment, a folder for what is kept, a listener of slow steps
     * @param parameters the parameters of this id
     * @return the tools, at least one, each with a name of its own
     * @throws dev.ipw.error.ConfigurationException if a parameter is wrong or something that is needed is missing
     */
    List<AgentTool> create(ToolContext context, Parameters parameters);
}
