package dev.ipw.agents;

import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.PluginProvider;
import dev.ipw.query.QueryRunner;
import org.apiguardian.api.API;

/**
 * Provide an agent under an id. An agent is a {@link QueryRunner}: it takes one question through several calls of the model.
 *
 * <pre>{@code
 * public final class EchoAgentProvider implements AgentProvider {
 *     public String id() {
 *         return "echo";
 *     }
 *
 *     public String description() {
 *         return "asks the question once and uses no tool";
 *     }
 *
 *     public QueryRunner create(AgentContext context, Parameters parameters) {
 *         return (question, session) -> {
 *             session.call(new InferenceRequest(session.opening(question), session.options(question)));
 *             return session.finish();
 *         };
 *     }
 * }
 * }</pre>
 */
@API(status = API.Status.EXPERIMENTAL)
public interface AgentProvider extends PluginProvider {
    /**
     * Return whether the agent uses the tools that it is given. One that does not gets none unless somebody names some.
     *
     * @return true by default
     */
    default boolean takesTools() {
        return true;
    }

    /**
     * Make the agent. One that is {@link AutoCloseable} is closed after the run.
     *
     * @param context    the tools it may use and the limits it has to keep
     * @param parameters the agent's parameters
     * @return the agent, safe to use from many threads
     * @throws dev.ipw.error.ConfigurationException if a parameter is wrong
     */
    QueryRunner create(AgentContext context, Parameters parameters);

    /**
     * Make the agent under one of its names. One whose aliases are kinds of it looks at the name; others need not.
     *
     * @param name       the id or alias that somebody asked for
     * @param context    the tools it may use and the limits it has to keep
     * @param parameters the agent's parameters
     * @return the agent, safe to use from many threads
     * @throws dev.ipw.error.ConfigurationException if a parameter is wrong
     */
    default QueryRunner create(String name, AgentContext context, Parameters parameters) {
        return create(context, parameters);
    }
}
