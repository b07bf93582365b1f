package dev.ipw.agents.reference;

import dev.ipw.agents.AgentContext;
import dev.ipw.agents.AgentProvider;
import dev.ipw.plugin.Parameters;
import dev.ipw.query.QueryRunner;

/** The provider of the agent {@code nop}: none of its tasks may be correct. */
public final class NopAgentProvider implements AgentProvider {
    /** Creates the provider, as {@link java.util.ServiceLoader} does. */
    public NopAgentProvider() {}

    @Override
    public String id() {
        return "nop";
    }

    @Override
    public String description() {
        return "does nothing, and asks no model: none of its tasks may be right";
    }

    @Override
    public boolean takesTools() {
        return false;
    }

    @Override
    public QueryRunner create(AgentContext context, Parameters parameters) {
        return new NopAgent();
    }
}
