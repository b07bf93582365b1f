package dev.ipw.cli.mcp;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.ipw.error.IpwException;
import dev.ipw.internal.io.FailureText;
import dev.ipw.internal.secret.Redaction;
import dev.ipw.internal.thread.Cancellation;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.json.schema.jackson2.DefaultJsonSchemaValidator;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The server of tools for an assistant over a pair of streams, by MCP. */
final class ToolServer {
    private static final Logger LOGGER = LoggerFactory.getLogger(ToolServer.class);
    private static final int MAX_CHARACTERS = 4_000;

    private final List<ServedTool> tools;
    private final String version;
    private final Map<Thread, Cancellation> working = new ConcurrentHashMap<>();

    ToolServer(List<ServedTool> tools, String version) {
        this.tools = List.copyOf(tools);
        this.version = version;
    }

    /** Serves until the input ends and all requests are answered; an interrupt ends it at once. */
    void serve(InputStream in, PrintStream out, String instructions) throws InterruptedException {
        McpJsonMapper json = new JacksonMcpJsonMapper(new JsonMapper());
        LineTransport transport = new LineTransport(json, out);
        McpSyncServer server = McpServer.sync(transport).jsonMapper(json)
                .jsonSchemaValidator(new DefaultJsonSchemaValidator()).serverInfo("ipw", version)
                .instructions(instructions)
                .capabilities(ServerCapabilities.builder().tools(false).build())
                .tools(tools.stream().map(tool -> specification(tool, json)).toList()).build();
        CompletableFuture<Boolean> silent = new CompletableFuture<>();
        // A read from standard input ignores interrupts.
        Thread.ofPlatform().daemon().name("ipw-mcp-in").start(() -> {
            try {
                transport.read(in);
                silent.complete(true);
            } catch (Throwable broken) {
                silent.completeExceptionally(broken);
            }
        });
        try {
            silent.get();
            transport.awaitAnswers();
        } catch (ExecutionException broken) {
            throw new IllegalStateException("What the assistant says cannot be read any more", broken.getCause());
        } finally {
            working.forEach((thread, cancellation) -> {
                cancellation.request();
                thread.interrupt();
            });
            server.close();
        }
    }

    private SyncToolSpecification specification(ServedTool tool, McpJsonMapper json) {
        Tool described = Tool.builder(tool.name(), json, tool.schema()).description(tool.description())
                .annotations(ToolAnnotations.builder().readOnlyHint(tool.isReadOnly()).destructiveHint(false)
                        .openWorldHint(!tool.isReadOnly()).build())
                .build();
        return SyncToolSpecification.builder().tool(described).callHandler((exchange, request) -> call(tool, request))
                .build();
    }

    private CallToolResult call(ServedTool tool, CallToolRequest request) {
        try (Cancellation cancellation = Cancellation.ofThisThread()) {
            working.put(Thread.currentThread(), cancellation);
            Map<String, Object> arguments = Optional.ofNullable(request.arguments()).orElse(Map.of());
            return result(BoundedResult.json(tool.work().of(new ToolInput(new LinkedHashMap<>(arguments)))), false);
        } catch (IpwException failure) {
            return result(Redaction.text(String.valueOf(failure.getMessage())), true);
        } catch (InterruptedException | CancellationException stopped) {
            return result("Interrupted. What was finished is kept", true);
        } catch (RuntimeException broken) {
            LOGGER.error("The tool {} failed", tool.name(), broken);
            return result("The tool failed: " + Redaction.excerpt(FailureText.of(broken), MAX_CHARACTERS), true);
        } finally {
            working.remove(Thread.currentThread());
        }
    }

    private static CallToolResult result(String text, boolean isError) {
        return CallToolResult.builder(List.of(TextContent.builder(text).build())).isError(isError).build();
    }
}
