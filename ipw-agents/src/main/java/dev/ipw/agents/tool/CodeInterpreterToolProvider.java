package dev.ipw.agents.tool;

import dev.ipw.agents.AgentTool;
import dev.ipw.agents.ToolContext;
import dev.ipw.agents.ToolProvider;
import dev.ipw.plugin.Parameters;
import java.util.List;

/** The provider of {@code code_interpreter}. */
public final class CodeInterpreterToolProvider implements ToolProvider {
    /** Creates the provider. */
    public CodeInterpreterToolProvider() {}

    @Override
    public String id() {
        return "code_interpreter";
    }

    @Override
    public String description() {
        return "runs Python in a sandbox, in the task's folder";
    }

    @Override
    public List<AgentTool> create(ToolContext context, Parameters parameters) {
        return List.of(new CodeInterpreterTool(CommandSandbox.of(context, parameters)));
    }
}
