package dev.ipw.agents.tool;

import dev.ipw.agents.AgentTool;
import dev.ipw.agents.ToolContext;
import dev.ipw.agents.ToolProvider;
import dev.ipw.plugin.Parameters;
import java.util.List;

/** The provider of {@code think}. */
public final class ThinkToolProvider implements ToolProvider {
    /** Creates the provider. */
    public ThinkToolProvider() {}

    @Override
    public String id() {
        return "think";
    }

    @Override
    public String description() {
        return "lets a model write down a thought";
    }

    @Override
    public List<AgentTool> create(ToolContext context, Parameters parameters) {
        return List.of(new ThinkTool());
    }
}
