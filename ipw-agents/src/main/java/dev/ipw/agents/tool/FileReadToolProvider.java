package dev.ipw.agents.tool;

import dev.ipw.agents.AgentTool;
import dev.ipw.agents.ToolContext;
import dev.ipw.agents.ToolProvider;
import dev.ipw.plugin.Parameters;
import java.util.List;

/** The provider of {@code file_read}. */
public final class FileReadToolProvider implements ToolProvider {
    /** Creates the provider. */
    public FileReadToolProvider() {}

    @Override
    public String id() {
        return "file_read";
    }

    @Override
    public String description() {
        return "reads text files of the task's folder";
    }

    @Override
    public List<AgentTool> create(ToolContext context, Parameters parameters) {
        return List.of(new FileReadTool());
    }
}
