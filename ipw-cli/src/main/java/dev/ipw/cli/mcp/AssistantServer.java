package dev.ipw.cli.mcp;

import dev.ipw.error.ConfigurationException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.List;

/**
 * Open the way to the library of MCP and serve by it. The name that its jar has as a module is not a legal one, so it can lie on the class
 * path only, which a named module does not read by itself.
 */
public final class AssistantServer {
    private static final List<String> USED = List.of("io.modelcontextprotocol.server.McpServer",
            "io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper", "reactor.core.publisher.Mono");

    private AssistantServer() {}

    /**
     * Serve tools until the input ends.
     *
     * @param tools        what is served
     * @param version      of this program
     * @param instructions what an assistant should know of all of them
     * @param in           what the assistant says
     * @param out          takes the protocol and nothing else
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
