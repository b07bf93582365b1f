package dev.ipw.agents.mcp;

import dev.ipw.agents.Agent;
import dev.ipw.agents.Awaited;
import dev.ipw.agents.ScriptedSession;
import dev.ipw.agents.ToolContext;
import dev.ipw.agents.Workspace;
import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.ContentPart.ToolResult;
import dev.ipw.inference.ToolCall;
import dev.ipw.inference.ToolDefinition;
import dev.ipw.internal.json.Json;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Tag("real-time")
class McpHttpTests {
    private static final String SECRET = "sk-http-secret-0123456789";

    @TempDir
    Path folder;

    private Agent agent(String url, Map<String, String> parameters) throws IOException {
        Path file = Files.write(folder.resolve("mcp.json"), Json.writeBytes(Json.fromPlain(Map.of("mcpServers",
                Map.of("remote", Map.of("type", "http", "url", url, "headers",
                        Map.of("Authorization", "Bearer ${REMOTE_TOKEN}")))))));
        // No answer comes late, however slow the machine is.
        Map<String, String> all = new HashMap<>(Map.of("mcp.start_timeout", "1h", "mcp.timeout", "1h"));
        all.putAll(parameters);
        all.put("mcp.config", file.toString());
        return Agent.builder("react").tools("mcp:remote").toolParameters(all)
                .context(ToolContext.of(Map.of("REMOTE_TOKEN", SECRET))).build();
    }

    private ToolResult use(Agent agent, String tool, String arguments) throws InterruptedException {
        ScriptedSession session = new ScriptedSession(folder, request -> ScriptedSession.says(""));
        return agent.tools().use(new ToolCall("1", tool, arguments), session, new Workspace(folder, "t"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void usesTheToolsOfAServerThatIsThereAlready(boolean asEvents) throws Exception {
        try (HttpScriptedServer server = HttpScriptedServer.start(asEvents)) {
            try (Agent agent = agent(server.address(), Map.of())) {
                assertThat(agent.tools().definitions()).extracting(ToolDefinition::name).hasSize(16).contains("echo",
                        "huge");
                assertThat(use(agent, "echo", "{\"text\": \"" + SECRET + "\"}").content())
                        .isEqualTo("{\"text\":\"[redacted]\"}");
                assertThat(use(agent, "refuse", "{}").content())
                        .isEqualTo("The MCP server 'remote' refused: no such thing");
            }
            assertThat(server.notices()).contains("notifications/initialized ", "DELETE");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anAnswerWithoutEndAndGarbageAreErrors(boolean asEvents) throws Exception {
        try (HttpScriptedServer server = HttpScriptedServer.start(asEvents);
                Agent agent = agent(server.address(), Map.of("mcp.timeout", "8m"))) {
            ToolResult huge = use(agent, "huge", "{}");
            assertThat(huge.isError()).isTrue();
            assertThat(huge.content()).contains("exceeds the maximum allowed size");

            assertThat(use(agent, "echo", "{\"text\": \"on\"}").content()).isEqualTo("{\"text\":\"on\"}");
            ToolResult garbage = use(agent, "garbage", "{}");
            assertThat(garbage.isError()).isTrue();
            assertThat(garbage.content()).startsWith("The MCP server 'remote' sent what is no message of MCP")
                    .contains("'<'");
            assertThat(use(agent, "echo", "{\"text\": \"unheard\"}").content()).isEqualTo(garbage.content());
            assertThat(server.called()).containsExactly("huge", "echo", "garbage");
        }
    }

    @Test
    void aSchemaThatCannotBeUnderstoodLeavesTheArgumentsToTheServer() throws Exception {
        String tools = """
                [{"name": "echo", "inputSchema": {"type": "object", "$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/a"}}}},
                 {"name": "strange", "inputSchema": {"type": "object", "properties": {"text": {"pattern": "^(a|aa)+b\\\\1$"}}}},
                 {"name": "bomb", "inputSchema": BOMB}]
                """
                .replace("BOMB", doublingSchema());
        try (HttpScriptedServer server = HttpScriptedServer.listing(tools);
                Agent agent = agent(server.address(), Map.of())) {
            assertThat(use(agent, "echo", "{\"text\": 5}").content()).isEqualTo("{\"text\":5}");
            assertThat(use(agent, "bomb", "{\"text\": 5}").content()).isEqualTo("{\"text\":5}");
            String hard = "{\"text\":\"" + "a".repeat(200) + "!\"}";
            assertThat(use(agent, "strange", hard).content()).isEqualTo(hard);
        }
    }

    /** Forty definitions, each of which refers to the next one twice: 2^40 places. */
    private static String doublingSchema() {
        StringBuilder definitions = new StringBuilder();
        for (int depth = 0; depth < 40; depth++) {
            String next = "{\"$ref\": \"#/$defs/d" + (depth + 1) + "\"}";
            definitions.append("\"d").append(depth).append("\": {\"allOf\": [").append(next).append(", ").append(next)
                    .append("]}, ");
        }
        return "{\"type\": \"object\", \"$ref\": \"#/$defs/d0\", \"$defs\": {" + definitions
                + "\"d40\": {\"type\": \"object\"}}}";
    }

    @Test
    void namesDescriptionsAndSchemasKeepTheServersSecretsToThemselves() throws Exception {
        String tools = """
                [{"name": "say_KEY", "description": "Needs KEY.", "inputSchema": {"type": "object",
                  "properties": {"KEY": {"description": "Bearer KEY"}}}}]
                """.replace("KEY", SECRET);
        try (HttpScriptedServer server = HttpScriptedServer.listing(tools);
                Agent agent = agent(server.address(), Map.of())) {
            assertThat(agent.tools().definitions()).singleElement().satisfies(definition -> {
                assertThat(definition.name()).isEqualTo("say__redacted_");
                assertThat(definition.description()).isEqualTo("Needs [redacted].");
                assertThat(definition.parameters()).doesNotContain(SECRET).contains("[redacted]");
            });
        }
    }

    @ParameterizedTest
    @MethodSource
    void aListOfToolsThatCannotBeUsedIsAnErrorBeforeTheFirstTask(String tools, String error) throws Exception {
        try (HttpScriptedServer server = HttpScriptedServer.listing(tools)) {
            assertThatExceptionOfType(ConfigurationException.class).isThrownBy(() -> agent(server.address(), Map.of()))
                    .withMessageContaining(error).withMessageNotContaining("jackson");
        }
    }

    static Stream<Arguments> aListOfToolsThatCannotBeUsedIsAnErrorBeforeTheFirstTask() {
        String deep = "{\"a\":".repeat(250) + "1" + "}".repeat(250);
        return Stream.of(
                Arguments.of("[{\"name\": \"echo\", \"inputSchema\": " + deep + "}]",
                        "describes the arguments of its tool 'echo' by a schema that cannot be sent"),
                Arguments.of("[{\"name\": \"echo\", \"inputSchema\": {}}, 5]",
                        "The MCP server 'remote' answered tools/list in another form than the protocol's, at tools[1]"));
    }

    @Test
    void aCallThatTakesTooLongIsCancelled() throws Exception {
        try (HttpScriptedServer server = HttpScriptedServer.start(true);
                Agent agent = agent(server.address(), Map.of("mcp.timeout", "300ms"))) {
            assertThat(use(agent, "silent", "{}").content())
                    .isEqualTo("The MCP server 'remote' did not answer within 0.3 s");
            Awaited.until(() -> server.notices().contains("notifications/cancelled it took longer than 0.3 s"));
        }
    }

    @Test
    void aServerThatIsGoneIsAnErrorLongBeforeTheCallWouldTakeTooLong() throws Exception {
        try (HttpScriptedServer server = HttpScriptedServer.start(true);
                Agent agent = agent(server.address(), Map.of("mcp.timeout", "5m"))) {
            ToolResult result = use(agent, "leave", "{}");

            assertThat(result.isError()).isTrue();
            assertThat(result.content()).startsWith("The MCP server 'remote' does not answer");
            assertThat(use(agent, "echo", "{\"text\": \"x\"}").content()).isEqualTo(result.content());
        }
    }

    @Test
    void aServerThatIsNotThereOrWantsAnotherKeyIsAnErrorThatNamesIt() throws Exception {
        try (HttpScriptedServer server = HttpScriptedServer.start(true)) {
            String address = server.address();
            assertThatExceptionOfType(ConfigurationException.class)
                    .isThrownBy(() -> agent(address.replace("/deep/mcp", "/nothing"), Map.of()))
                    .withMessageContaining("'remote'").withMessageContaining("404");
            // Nobody is led elsewhere: the key is for this address alone.
            assertThatExceptionOfType(ConfigurationException.class)
                    .isThrownBy(
                            () -> agent(address.replace("/deep/mcp", "/elsewhere"), Map.of("mcp.start_timeout", "2s")))
                    .withMessageContaining("'remote'").withMessageNotContaining(SECRET);
            Path file = Files.writeString(folder.resolve("open.json"),
                    "{\"mcpServers\": {\"remote\": {\"url\": \"" + address + "\"}}}");
            assertThatExceptionOfType(ConfigurationException.class)
                    .isThrownBy(() -> Agent.builder("react").tools("mcp:remote")
                            .toolParameters(Map.of("mcp.config", file.toString())).build())
                    .withMessageContaining("'remote'").withMessageContaining("Authorization");
        }
        try (Socket closed = Awaited.refusingPort()) {
            assertThatExceptionOfType(ConfigurationException.class)
                    .isThrownBy(() -> agent("http://127.0.0.1:" + closed.getLocalPort() + "/mcp", Map.of()))
                    .withMessageContaining("'remote' failed: no connection can be made to its address");
        }
    }
}
