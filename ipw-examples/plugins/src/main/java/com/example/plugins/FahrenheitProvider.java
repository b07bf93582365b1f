package com.example.plugins;

import dev.ipw.agents.AgentTool;
import dev.ipw.agents.ToolArguments;
import dev.ipw.agents.ToolContext;
import dev.ipw.agents.ToolException;
import dev.ipw.agents.ToolProvider;
import dev.ipw.agents.Workspace;
import dev.ipw.inference.ToolDefinition;
import dev.ipw.plugin.Parameters;
import java.util.List;

/** The provider of a tool that converts temperatures: {@code --tools fahrenheit}. */
public final class FahrenheitProvider implements ToolProvider {
    @Override
    public String id() {
        return "fahrenheit";
    }

    @Override
    public String description() {
        return "converts degrees Celsius to Fahrenheit";
    }

    @Override
    public List<AgentTool> create(ToolContext context, Parameters parameters) {
        parameters.rejectUnknown();
        return List.of(new Fahrenheit());
    }

    private static final class Fahrenheit implements AgentTool {
        @Override
        public ToolDefinition definition() {
            return new ToolDefinition("fahrenheit", "Convert degrees Celsius to Fahrenheit.", """
                    {"type": "object", "properties": {"celsius": {"type": "number"}}, "required": ["celsius"],
                     "additionalProperties": false}""");
        }

        @Override
        public String use(ToolArguments arguments, Workspace workspace) throws ToolException {
            double celsius = arguments.number("celsius").orElseThrow(() -> new ToolException("celsius is missing"));
            return String.valueOf(celsius * 9 / 5 + 32);
        }

        @Override
        public boolean changesState() {
            return false;
        }
    }
}
