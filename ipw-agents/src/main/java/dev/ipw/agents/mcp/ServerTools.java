package dev.ipw.agents.mcp;

import dev.ipw.agents.AgentTool;
import dev.ipw.agents.ToolContext;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The tools of a connected server. */
final class ServerTools {
    private ServerTools() {}

    static List<AgentTool> open(ServerEntry entry, ToolContext context, Duration longestStart, Duration longestCall) {
        context.progress("Connecting to the MCP server " + entry.name());
        ServerConnection connection = ServerConnection.open(entry, context, longestStart, longestCall);
        try {
            List<AgentTool> tools = new ArrayList<>();
            Set<String> taken = new HashSet<>();
            for (Tool tool : connection.tools()) {
                tools.add(McpTool.of(connection, tool, taken));
            }
            return tools;
        } catch (RuntimeException wrong) {
            connection.close();
            throw wrong;
        }
    }
}
