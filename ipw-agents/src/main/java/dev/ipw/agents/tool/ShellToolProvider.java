package dev.ipw.agents.tool;

import dev.ipw.agents.AgentTool;
import dev.ipw.agents.ToolContext;
import dev.ipw.agents.ToolProvider;
import dev.ipw.plugin.Parameters;
import java.util.List;

/** The provider of {@code shell}. */
public final class ShellToolProvider implements ToolProvider {
    /** Creates the provider. */
    public ShellToolProvider() {}

    @Override
    public String id() {
        return "shell";
    }

    @Override
    public String description() {
        return "runs shell commands in a sandbox, in the task's folder";
    }

    @Override
    public List<AgentTool> create(ToolContext context, Parameters parameters) {
        return List.of(new ShellTool(CommandSandbox.of(context, parameters)));
    }
}
