package dev.ipw.agents.tool;

import dev.ipw.agents.AgentTool;
import dev.ipw.agents.ToolContext;
import dev.ipw.agents.ToolProvider;
import dev.ipw.plugin.Parameters;
import java.util.List;

/** The provider of {@code document_read}. */
public final class DocumentReadToolProvider implements ToolProvider {
    /** Creates the provider. */
    public DocumentReadToolProvider() {}

    @Override
    public String id() {
        return "document_read";
    }

    @Override
    public String description() {
        return "reads PDF, Word, Excel and PowerPoint files of the task's folder";
    }

    @Override
    public List<AgentTool> create(ToolContext context, Parameters parameters) {
        return List.of(new DocumentReadTool());
    }
}
