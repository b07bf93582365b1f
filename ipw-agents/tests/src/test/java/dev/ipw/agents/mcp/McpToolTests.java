package dev.ipw.agents.mcp;

import dev.ipw.agents.Agent;
import dev.ipw.agents.AgentTool;
import dev.ipw.agents.Awaited;
import dev.ipw.agents.ScriptedSession;
import dev.ipw.agents.ToolContext;
import dev.ipw.agents.ToolProvider;
import dev.ipw.agents.Workspace;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.ContentPart.ToolResult;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.ToolCall;
import dev.ipw.inference.ToolDefinition;
import dev.ipw.internal.json.Json;
import dev.ipw.plugin.Parameters;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.RequestFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Tag("process")
@Tag("real-time")
class McpToolTests {
    private static final String SECRET = "sk-very-secret-0123456789";

    // No answer comes late, however slow the machine is.
    private static final Map<String, String> PATIENT = Map.of("mcp.start_timeout", "1h", "mcp.timeout", "1h");

    @TempDir
    Path folder;

    private Path configuration(Map<String, List<String>> manners) throws IOException {
        Map<String, Object> servers = new HashMap<>();
        manners.forEach((name, arguments) -> {
            List<String> all = new ArrayList<>(
                    List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"),
                            ScriptedServer.class.getName()));
            all.addAll(arguments);
            servers.put(name,
                    Map.of("command", Path.of(System.getProperty("java.home"), "bin", "java").toString(), "args",
                            all, "env", Map.of("SERVER_API_KEY", "${THEIR_KEY}", "COLOUR", "blue")));
        });
        return Files.write(folder.resolve("mcp.json"),
                Json.writeBytes(Json.fromPlain(Map.of("mcpServers", servers))));
    }

    private static ToolContext context() {
        return ToolContext
                .of(Map.of("PATH", "/usr/bin:/bin", "HOME", "/nowhere", "OPENAI_API_KEY", "ours", "THEIR_KEY", SECRET));
    }

    private Agent agent(String manner, Map<String, String> parameters) throws IOException {
        Map<String, String> all = new HashMap<>(PATIENT);
        all.putAll(parameters);
        all.put("mcp.config", configuration(Map.of("scripted", List.of(manner))).toString());
        return Agent.builder("react").tools("mcp:scripted").toolParameters(all).context(context()).build();
    }

    private ToolResult use(Agent agent, String tool, String arguments) throws InterruptedException {
        ScriptedSession session = new ScriptedSession(folder, request -> ScriptedSession.says(""));
        return agent.tools().use(new ToolCall("1", tool, arguments), session, new Workspace(folder, "t"));
    }

    private static long servers() {
        return ProcessHandle.current().descendants()
                .filter(child -> child.info().commandLine().orElse("").contains(ScriptedServer.class.getName()))
                .count();
    }

    private static List<Thread> writers() {
        return Thread.getAllStackTraces().keySet().stream().filter(thread -> thread.getName().equals("ipw-mcp-out"))
                .toList();
    }

    @Test
    void offersAllPagesOfToolsWithTheirSchemasAsTheyAre() throws Exception {
        try (Agent agent = agent("", Map.of())) {
            assertThat(agent.tools().definitions()).extracting(ToolDefinition::name).hasSize(16).startsWith("echo",
                    "files_list", "files_list_2", "strange");
            assertThat(agent.tools().definitions().getFirst().description()).isEqualTo("does echo");
            assertThat(Json.parse(agent.tools().definitions().getFirst().parameters())).isEqualTo(Json.parse("""
                    {"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "required": ["text"],
                     "properties": {"text": {"type": "string"}, "note": {"type": ["string", "null"]}}}"""));
            assertThat(agent.settings()).containsEntry("tools", "mcp:scripted");
            assertThat(use(agent, "files_list", "{}").content()).isEqualTo("dotted");
            assertThat(use(agent, "files_list_2", "{}").content()).isEqualTo("underlined");
        }
        Awaited.until(() -> servers() == 0);
    }

    @Test
    void handsOnArgumentsAndChecksThemAsFarAsTheSchemaIsUnderstood() throws Exception {
        try (Agent agent = agent("banner", Map.of())) {
            assertThat(use(agent, "echo", "{\"text\": \"hé\", \"note\": null}").content())
                    .isEqualTo("{\"text\":\"hé\",\"note\":null}");
            assertThat(use(agent, "echo", "{\"text\": 1}").isError()).isTrue();
            assertThat(use(agent, "strange", "{\"text\": 1, \"other\": \"o\"}").content()).contains("\"other\":\"o\"");
        }
    }

    @Test
    void tellsTheModelOfResultsOfEveryKind() throws Exception {
        try (Agent agent = agent("", Map.of())) {
            assertThat(use(agent, "media", "{}").content()).isEqualTo("""
                    first
                    [an image, image/png, about 300 bytes, left out]
                    [a sound, audio/wav, about 300 bytes, left out]
                    [demo://text]
                    inside
                    [the resource demo://blob, application/pdf, about 300 bytes, left out]
                    [a resource: linked, demo://linked]""");
            assertThat(use(agent, "structured", "{}").content()).isEqualTo("{\"watts\":12.5}");
            assertThat(use(agent, "fail", "{}")).isEqualTo(new ToolResult("1", "fail", "the disk is full", true));
            assertThat(use(agent, "refuse", "{}").content())
                    .isEqualTo("The MCP server 'scripted' refused: no such thing");
        }
    }

    @Test
    void givesTheServerNoMoreOfTheEnvironmentThanItNeedsAndTellsNobodyItsSecrets() throws Exception {
        try (Agent agent = agent("", Map.of())) {
            assertThat(use(agent, "environment", "{}").content()).contains("COLOUR=blue", "HOME=/nowhere",
                    "SERVER_API_KEY=[redacted]").doesNotContain("OPENAI", "ours", "THEIR_KEY", SECRET);
            assertThat(agent.settings().toString()).doesNotContain(SECRET);
        }
        assertThatExceptionOfType(ConfigurationException.class).isThrownBy(() -> agent("leaves", Map.of()))
                .withMessageContaining("'scripted' ended with exit code 7")
                .withMessageContaining("the key [redacted] is no good").withMessageNotContaining(SECRET);
    }

    @Test
    void readsHintsWhetherAToolChangesAnything() throws Exception {
        ToolProvider provider = new McpToolProvider();
        List<AgentTool> tools = provider.create(context(),
                Parameters.of("tool mcp", Map.of("target", "scripted", "config",
                        configuration(Map.of("scripted", List.of())).toString())));
        try {
            assertThat(tools).filteredOn(tool -> !tool.changesState()).extracting(tool -> tool.definition().name())
                    .containsExactly("echo");
        } finally {
            tools.forEach(AgentTool::close);
        }
    }

    @Test
    void putsTheServersNameBeforeToolsThatTwoServersHave() throws Exception {
        Path file = configuration(Map.of("one", List.of(), "two", List.of()));
        try (Agent agent = Agent.builder("react").tools("mcp:one", "mcp:two", "calculator").context(context())
                .toolParameters(Map.of("mcp.config", file.toString())).build()) {
            assertThat(agent.tools().definitions()).extracting(ToolDefinition::name).contains("one__echo", "two__echo",
                    "calculator").doesNotContain("echo").doesNotHaveDuplicates();
            assertThat(use(agent, "two__files_list", "{}").content()).isEqualTo("dotted");
        }
    }

    @Test
    void aServerThatGoesWrongIsToldOfAndEndedWithAllThatItStarted() throws Exception {
        Map<String, String> reasons = Map.of("garbage", "wrote a line that is no message of MCP: Traceback", "leave",
                "ended with exit code 3; it last wrote: out of luck", "huge", "wrote a line of more than 16 MiB",
                "flood",
                "sent 10000 messages that nobody asked for");
        for (String tool : reasons.keySet()) {
            try (Agent agent = agent("stays", Map.of())) {
                long child = Long.parseLong(use(agent, "child", "{}").content());
                assertThat(ProcessHandle.of(child)).isPresent();
                List<Thread> writers = writers();
                assertThat(writers).isNotEmpty();

                ToolResult result = use(agent, tool, "{}");

                assertThat(result.isError()).isTrue();
                assertThat(result.content()).startsWith("The MCP server 'scripted' " + reasons.get(tool))
                        .doesNotContain("abcdefgh12345678").hasSizeLessThan(1_200);
                assertThat(use(agent, "echo", "{\"text\": \"x\"}").content()).isEqualTo(result.content());
                ProcessHandle.of(child).ifPresent(left -> left.onExit().join());
                for (Thread writer : writers) {
                    writer.join();
                }
            }
            Awaited.until(() -> servers() == 0);
        }
    }

    @Test
    void aCallThatTakesTooLongIsCancelledAndTheServerGoesOn() throws Exception {
        Path notes = folder.resolve("cancelled.txt");
        Path file = configuration(Map.of("scripted", List.of("", notes.toString())));
        try (Agent agent = Agent.builder("react").tools("mcp:scripted")
                .toolParameters(Map.of("mcp.config", file.toString(), "mcp.timeout", "1s", "mcp.start_timeout", "1h"))
                .context(context())
                .build()) {
            assertThat(use(agent, "silent", "{}"))
                    .isEqualTo(new ToolResult("1", "silent", "The MCP server 'scripted' did not answer within 1.0 s",
                            true));
            Awaited.until(() -> notes.toFile().length() > 0);
            assertThat(notes).hasContent("[it took longer than 1.0 s]");
            // On a busy machine an answer may take its time, too.
            while (use(agent, "echo", "{\"text\": \"on\"}").isError()) {
                Thread.sleep(10);
            }
        }
    }

    @Test
    void aTaskThatEndsCancelsItsCall() throws Exception {
        Path file = configuration(Map.of("scripted", List.of()));
        String cancelled = "[]";
        // A machine that is so slow that the tool was not called yet is given more time.
        for (Duration limit = Duration.ofMillis(300); cancelled.equals("[]"); limit = limit.multipliedBy(2)) {
            ScriptedSession session = new ScriptedSession(folder,
                    request -> ScriptedSession.asks(new ToolCall("c", "silent", "{}")));
            Map<String, String> parameters = new HashMap<>(PATIENT);
            parameters.put("mcp.config", file.toString());
            try (Agent agent = Agent.builder("react").tools("mcp:scripted").toolParameters(parameters)
                    .context(context()).longest(limit).build()) {
                QueryOutcome outcome = agent.run(DatasetRecord.of("t", "Wait", "42"), session);

                assertThat(outcome.failure()).map(RequestFailure::kind).contains(FailureKind.TOTAL_TIMEOUT);
                cancelled = use(agent, "cancelled", "{}").content();
            }
        }
        assertThat(cancelled).isEqualTo("[the task was ended]");
    }

    @Test
    void aServerThatHangsOrIsMissingAtTheStartIsAnErrorThatSaysSo() throws Exception {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> agent("hangs", Map.of("mcp.start_timeout", "500ms")))
                .withMessageContaining("'scripted' did not answer within 0.5 s");
        assertThatExceptionOfType(ConfigurationException.class).isThrownBy(() -> agent("endless", Map.of()))
                .withMessageContaining("lists tools without end");
        Path file = Files.writeString(folder.resolve("missing.json"),
                "{\"mcpServers\": {\"gone\": {\"command\": \"/no/such/program\"}}}");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> Agent.builder("react").tools("mcp:gone")
                        .toolParameters(Map.of("mcp.config", file.toString())).build())
                .withMessageContaining("The MCP server 'gone'").withMessageContaining("/no/such/program");
        Awaited.until(() -> servers() == 0);
    }

    @Test
    void aServerThatStaysWhenItsInputEndsIsEndedWithItsChildren() throws Exception {
        long child;
        try (Agent agent = agent("stays", Map.of())) {
            child = Long.parseLong(use(agent, "child", "{}").content());
        }
        Awaited.until(() -> servers() == 0);
        ProcessHandle.of(child).ifPresent(left -> left.onExit().join());
    }
}
