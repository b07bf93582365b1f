package dev.ipw.agents.mcp;

import dev.ipw.agents.AgentTool;
import dev.ipw.agents.ToolArguments;
import dev.ipw.agents.ToolException;
import dev.ipw.agents.Workspace;
import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.ToolDefinition;
import dev.ipw.internal.io.Excerpt;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** A tool of an MCP server. */
final class McpTool implements AgentTool {
    private static final int MAX_NAME_CHARACTERS = 64;

    private final ServerConnection connection;
    private final String name;
    private final ToolDefinition definition;
    private final boolean isReadOnly;

    private McpTool(ServerConnection connection, String name, ToolDefinition definition, boolean isReadOnly) {
        this.connection = connection;
        this.name = name;
        this.definition = definition;
        this.isReadOnly = isReadOnly;
    }

    /** Creates a tool with a name that none of the server's other tools has yet. */
    static McpTool of(ServerConnection connection, Tool tool, Set<String> taken) {
        ToolAnnotations hints = tool.annotations();
        ToolDefinition definition = new ToolDefinition(name(connection.withoutSecrets(tool.name()), taken),
                connection.withoutSecrets(description(tool)), schema(connection, tool));
        return new McpTool(connection, tool.name(), definition,
                hints != null && Boolean.TRUE.equals(hints.readOnlyHint()));
    }

    /** Returns a valid tool name; MCP allows more characters in a name than model servers do. */
    private static String name(String name, Set<String> taken) {
        String allowed = name.replaceAll("[^a-zA-Z0-9_-]", "_");
        String free = allowed.isEmpty() ? "_" : cut(allowed, MAX_NAME_CHARACTERS);
        for (int number = 2; !taken.add(free); number++) {
            String end = "_" + number;
            free = cut(allowed, MAX_NAME_CHARACTERS - end.length()) + end;
        }
        return free;
    }

    private static String cut(String text, int most) {
        return text.substring(0, Math.min(most, text.length()));
    }

    private static String description(Tool tool) {
        if (tool.description() != null) {
            return tool.description();
        }
        return tool.title() == null ? "" : tool.title();
    }

    /** A schema that no request can carry is told before the first task, which it would fail like all others. */
    private static String schema(ServerConnection connection, Tool tool) {
        if (tool.inputSchema() == null || tool.inputSchema().isEmpty()) {
            return "{\"type\":\"object\"}";
        }
        String schema = connection.withoutSecrets(Json.write(Json.fromPlain(tool.inputSchema())));
        try {
            Json.parse(schema);
            return schema;
        } catch (JsonSyntaxException unusable) {
            throw new ConfigurationException(
                    "The MCP server '" + connection.name() + "' describes the arguments of its tool '"
                            + Excerpt.of(tool.name(), MAX_NAME_CHARACTERS) + "' by a schema that cannot be sent: "
                            + unusable.getMessage() + ". Leave the server out",
                    unusable);
        }
    }

    @Override
    public ToolDefinition definition() {
        return definition;
    }

    @Override
    public String use(ToolArguments arguments, Workspace workspace) throws ToolException, InterruptedException {
        CallToolResult result = connection.call(name, plain(arguments));
        String text = connection.withoutSecrets(ResultText.of(result));
        if (Boolean.TRUE.equals(result.isError())) {
            throw new ToolException(text);
        }
        return text;
    }

    /** Returns the arguments, including nulls, which other servers may distinguish from absent arguments. */
    private static Map<String, Object> plain(ToolArguments arguments) throws ToolException {
        try {
            Map<String, Object> plain = new LinkedHashMap<>();
            Json.parse(arguments.json()).properties()
                    .forEach(field -> plain.put(field.getKey(), Json.toPlain(field.getValue())));
            return plain;
        } catch (JsonSyntaxException broken) {
            throw new ToolException("The arguments are no valid JSON: " + broken.getMessage(), broken);
        }
    }

    @Override
    public boolean changesState() {
        return !isReadOnly;
    }

    @Override
    public boolean checksArguments() {
        return true;
    }

    @Override
    public void close() {
        connection.close();
    }
}
