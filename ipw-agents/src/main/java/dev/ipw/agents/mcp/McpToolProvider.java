package dev.ipw.agents.mcp;

import dev.ipw.agents.AgentTool;
import dev.ipw.agents.ToolContext;
import dev.ipw.agents.ToolProvider;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.Setting;
import dev.ipw.plugin.Parameters;
import java.time.Duration;
import java.util.List;

/** The provider of {@code mcp:NAME}, the tools of an MCP server. */
public final class McpToolProvider implements ToolProvider {
    private static final Duration LONGEST_START = Duration.ofSeconds(60);
    private static final Duration LONGEST_CALL = Duration.ofSeconds(60);

    @Override
    public String id() {
        return "mcp";
    }

    @Override
    public String description() {
        return "mcp:NAME, the tools of the MCP server NAME of a configuration file";
    }

    @Override
    public List<AgentTool> create(ToolContext context, Parameters parameters) {
        String name = parameters.text("target").filter(text -> !text.isBlank())
                .orElseThrow(() -> new ConfigurationException("The tool mcp needs the name of a server, as in mcp:NAME."
                        + " Servers stand in .mcp.json, or in the file of " + Setting.TOOL_PARAM + " mcp.config=FILE"));
        Duration start = time(parameters, "start_timeout", LONGEST_START);
        Duration call = time(parameters, "timeout", LONGEST_CALL);
        ServerEntry entry = ConfigurationFile.find(parameters.text("config"), name, context);
        parameters.rejectUnknown();
        McpLibrary.open();
        return ServerTools.open(entry, context, start, call);
    }

    private static Duration time(Parameters parameters, String name, Duration otherwise) {
        Duration time = parameters.duration(name).orElse(otherwise);
        if (time.isZero() || time.isNegative()) {
            throw new ConfigurationException("The parameter " + name + " of mcp must be more than 0");
        }
        return time;
    }
}
