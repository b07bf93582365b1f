package dev.ipw.agents;

import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.PluginProvider;
import dev.ipw.query.QueryRunner;
import org.apiguardian.api.API;

/**
 * A provider of an agent under an id. An agent is a {@link QueryRunner}: it answers one question in several model
 * calls.
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
     * Returns whether the agent uses tools. An agent that does not use tools gets only those that the user names.
     *
     * @return true by default
     */
    default boolean takesTools() {
        return true;
    }

    /**
     * Creates the agent. One that is {@link AutoCloseable} is closed after the run.
     *
     * @param context    the tools it may use and its limits
     * @param parameters the agent's parameters
     * @return the agent, safe to use from many threads
     * @throws dev.ipw.error.ConfigurationException if a parameter is wrong
     */
    QueryRunner create(AgentContext context, Parameters parameters);

    /**
     * Creates the agent under one of its names. Only a provider whose aliases are different kinds of agents needs the
     * name.
     *
     * @param name       the requested id or alias
     * @param context    the tools it may use and its limits
     * @param parameters the agent's parameters
     * @return the agent, safe to use from many threads
     * @throws dev.ipw.error.ConfigurationException if a parameter is wrong
     */
    default QueryRunner create(String name, AgentContext context, Parameters parameters) {
        return create(context, parameters);
    }
}
