package dev.ipw.agents.mcp;

import dev.ipw.error.ConfigurationException;
import java.util.List;

/**
 * The entry to the MCP library. The module name of its jar is illegal, so it can be on the class path only, which a
 * named module does not read by itself. No other class of this package may be loaded before.
 */
final class McpLibrary {
    private static final List<String> USED = List.of("io.modelcontextprotocol.client.McpClient",
            "io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper", "reactor.core.publisher.Mono");

    private McpLibrary() {}

    static void open() {
        Module own = McpLibrary.class.getModule();
        for (String name : USED) {
            try {
                own.addReads(Class.forName(name, false, McpLibrary.class.getClassLoader()).getModule());
            } catch (ClassNotFoundException missing) {
                throw new ConfigurationException("Tools of MCP servers need the library of MCP, of which " + name
                        + " is missing. Put io.modelcontextprotocol.sdk:mcp-core and mcp-json-jackson2 on the class path",
                        missing);
            }
        }
    }
}
