package dev.ipw.agents.tool;

import dev.ipw.agents.AgentTool;
import dev.ipw.agents.ToolArguments;
import dev.ipw.agents.ToolException;
import dev.ipw.agents.Workspace;
import dev.ipw.inference.ToolDefinition;

/** A tool that gives a model without reasoning a place to think. */
final class ThinkTool implements AgentTool {
    private static final ToolDefinition DEFINITION = new ToolDefinition("think",
            "Write down a thought before you go on. Nothing is looked up or changed.",
            """
                    {"type": "object", "properties": {"thought": {"type": "string"}}, "required": ["thought"], \
                    "additionalProperties": false}""");

    @Override
    public ToolDefinition definition() {
        return DEFINITION;
    }

    @Override
    public String use(ToolArguments arguments, Workspace workspace) throws ToolException {
        arguments.requireText("thought");
        return "Noted.";
    }

    @Override
    public boolean changesState() {
        return false;
    }
}
