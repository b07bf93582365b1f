package dev.ipw.agents.reference;

import dev.ipw.agents.AgentContext;
import dev.ipw.agents.AgentProvider;
import dev.ipw.plugin.Parameters;
import dev.ipw.query.QueryRunner;

/** The provider of the agent {@code oracle}, which runs a task's own solution. */
public final class OracleAgentProvider implements AgentProvider {
    /** Creates the provider, as {@link java.util.ServiceLoader} does. */
    public OracleAgentProvider() {}

    @Override
    public String id() {
        return "oracle";
    }

    @Override
    public String description() {
        return "runs the solution that a task comes with, and asks no model: its tasks must all be right";
    }

    @Override
    public boolean takesTools() {
        return false;
    }

    @Override
    public QueryRunner create(AgentContext context, Parameters parameters) {
        return new OracleAgent();
    }
}
