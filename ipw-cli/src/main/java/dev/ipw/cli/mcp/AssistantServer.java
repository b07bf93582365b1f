package dev.ipw.cli.mcp;

import dev.ipw.error.ConfigurationException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.List;

/**
 * The entry to the MCP library. The module name of its jar is illegal, so it can be on the class path only, which a
 * named module does not read by itself.
 */
public final class AssistantServer {
    private static final List<String> USED = List.of("io.modelcontextprotocol.server.McpServer",
            "io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper", "reactor.core.publisher.Mono");

    private AssistantServer() {}

    /**
     * Serves tools until the input ends.
     *
     * @param tools        the tools
     * @param version      the version of this program
     * @param instructions the general instructions for an assistant
     * @param in           the messages of the assistant
     * @param out          receives the protocol and nothing else
     * @throws InterruptedException if it is interrupted
     */
    public static void serve(List<ServedTool> tools, String version, String instructions, InputStream in,
            PrintStream out)
            throws InterruptedException {
        Module own = AssistantServer.class.getModule();
        for (String name : USED) {
            try {
                own.addReads(Class.forName(name, false, AssistantServer.class.getClassLoader()).getModule());
            } catch (ClassNotFoundException missing) {
                throw new ConfigurationException(
                        "The library of MCP is missing: put io.modelcontextprotocol.sdk:mcp-core and"
                                + " mcp-json-jackson2 on the class path",
                        missing);
            }
        }
        new ToolServer(tools, version).serve(in, out, instructions);
    }
}
