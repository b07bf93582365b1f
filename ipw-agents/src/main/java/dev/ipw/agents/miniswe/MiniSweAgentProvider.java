package dev.ipw.agents.miniswe;

import dev.ipw.agents.AgentContext;
import dev.ipw.agents.AgentProvider;
import dev.ipw.agents.tool.CommandSandbox;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.Setting;
import dev.ipw.plugin.Parameters;
import dev.ipw.query.QueryRunner;
import java.util.OptionalDouble;

/** The provider of {@code mini-swe}. */
public final class MiniSweAgentProvider implements AgentProvider {
    private static final int MAX_TURNS = 250;

    @Override
    public String id() {
        return "mini-swe";
    }

    @Override
    public String description() {
        return "works in a shell, its only tool, until it submits, 250 turns at most; sandbox=auto|bubblewrap|podman|docker, most_dollars=D, no limit by default";
    }

    @Override
    public boolean takesTools() {
        return false;
    }

    @Override
    public QueryRunner create(AgentContext context, Parameters parameters) {
        if (!context.tools().isEmpty()) {
            throw new ConfigurationException("The agent mini-swe has a shell and no other tool: " + Setting.NO_TOOLS);
        }
        OptionalDouble mostDollars = parameters.number("most_dollars");
        if (mostDollars.isPresent() && !(mostDollars.getAsDouble() > 0)) {
            throw new ConfigurationException("most_dollars must be more than 0, not " + mostDollars.getAsDouble());
        }
        return new MiniSweAgent(CommandSandbox.of(context.environment(), parameters),
                context.mostTurns().orElse(MAX_TURNS), mostDollars);
    }
}
