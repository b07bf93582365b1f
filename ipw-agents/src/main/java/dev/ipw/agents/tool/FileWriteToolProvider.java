package dev.ipw.agents.tool;

import dev.ipw.agents.AgentTool;
import dev.ipw.agents.ToolContext;
import dev.ipw.agents.ToolProvider;
import dev.ipw.plugin.Parameters;
import java.util.List;

/** The provider of {@code file_write}. */
public final class FileWriteToolProvider implements ToolProvider {
    /** Creates the provider. */
    public FileWriteToolProvider() {}

    @Override
    public String id() {
        return "file_write";
    }

    @Override
    public String description() {
        return "writes text files into the task's folder";
    }

    @Override
    public List<AgentTool> create(ToolContext context, Parameters parameters) {
        return List.of(new FileWriteTool());
    }
}
