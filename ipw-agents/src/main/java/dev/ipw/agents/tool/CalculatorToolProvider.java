package dev.ipw.agents.tool;

import dev.ipw.agents.AgentTool;
import dev.ipw.agents.ToolContext;
import dev.ipw.agents.ToolProvider;
import dev.ipw.plugin.Parameters;
import java.util.List;

/** The provider of {@code calculator}. */
public final class CalculatorToolProvider implements ToolProvider {
    /** Creates the provider. */
    public CalculatorToolProvider() {}

    @Override
    public String id() {
        return "calculator";
    }

    @Override
    public String description() {
        return "calculates exactly, within bounds";
    }

    @Override
    public List<AgentTool> create(ToolContext context, Parameters parameters) {
        return List.of(new CalculatorTool());
    }
}
