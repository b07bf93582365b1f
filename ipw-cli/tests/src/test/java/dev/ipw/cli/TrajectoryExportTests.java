package dev.ipw.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import dev.ipw.importing.AgentTrajectory;
import dev.ipw.internal.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Exports of a run of two tasks: each uses a tool, one of them in vain first. */
@Tag("real-time")
class TrajectoryExportTests {
    private static final CapturedTerminal CAPTURED = new CapturedTerminal();

    @TempDir
    static Path folder;

    private static HttpServer server;

    @BeforeAll
    static void runTasks() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/chat/completions", exchange -> {
            String request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            byte[] body = ("data: {\"choices\":[{\"index\":0,\"delta\":" + delta(request)
                    + ",\"finish_reason\":\"stop\"}]}\n\ndata: {\"choices\":[],\"usage\":{\"prompt_tokens\":70,"
                    + "\"completion_tokens\":2,\"total_tokens\":72,\"prompt_tokens_details\":{\"cached_tokens\":64}}}\n\n"
                    + "data: [DONE]\n\n").getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        Path tasks = Files.writeString(folder.resolve("tasks.jsonl"), """
                {"id": "a/1", "problem": "6 * 7?", "answer": "42"}
                {"id": "b", "problem": "broken 6 * 7?", "answer": "42"}
                """);
        assertThat(ipw("run", "--client", "openai", "--client-base-url",
                "http://127.0.0.1:" + server.getAddress().getPort() + "/v1", "--model", "fake", "--dataset",
                tasks.toString(), "--evaluator", "numeric", "--tools", "calculator", "--telemetry", "none",
                "--no-calibration", "--warmup-queries", "0", "--output-dir", folder.toString(), "--run-name", "run"))
                .as(CAPTURED.err()).isZero();
    }

    private static String delta(String request) {
        int results = request.split("\"role\":\"tool\"", -1).length - 1;
        if (results == 0 || (results == 1 && request.contains("broken"))) {
            String arguments = request.contains("broken") && results == 0
                    ? "{expression: 6"
                    : "{\\\"expression\\\": \\\"6 * 7\\\"}";
            return "{\"role\":\"assistant\",\"tool_calls\":[{\"index\":0,\"id\":\"c" + results
                    + "\",\"type\":\"function\",\"function\":{\"name\":\"calculator\",\"arguments\":\"" + arguments
                    + "\"}}]}";
        }
        return "{\"role\":\"assistant\",\"content\":\"It is 42.\"}";
    }

    @AfterAll
    static void stopServer() {
        server.stop(0);
    }

    private static int ipw(String... typed) {
        return IpwCommand.run(typed, CAPTURED.terminal(200));
    }

    private static JsonNode trajectory(Path written, String query) throws Exception {
        return Json.parse(Files.readString(written.resolve(query).resolve("trajectory.json")));
    }

    @Test
    void writesATrajectoryForEachQuery() throws Exception {
        Path written = folder.resolve("atif");
        assertThat(ipw("export", folder.resolve("run").toString(), "--format", "atif", "--output", written.toString()))
                .as(CAPTURED.err()).isZero();

        assertThat(CAPTURED.err()).contains("Wrote 2 queries");
        JsonNode broken = trajectory(written, "b");
        assertThat(broken.get("schema_version").asText()).isEqualTo("ATIF-v1.7");
        assertThat(broken.get("steps")).extracting(step -> step.get("source").asText()).containsExactly("system",
                "user",
                "agent", "agent", "agent");
        assertThat(broken.get("steps")).extracting(step -> step.get("step_id").asInt()).containsExactly(1, 2, 3, 4, 5);
        JsonNode refused = broken.get("steps").get(2);
        assertThat(refused.get("tool_calls").get(0).get("extra").get("raw_arguments").asText())
                .isEqualTo("{expression: 6");
        assertThat(refused.get("observation").get("results").get(0).get("extra").get("is_error").asBoolean()).isTrue();
        JsonNode worked = broken.get("steps").get(3);
        assertThat(worked.get("tool_calls").get(0).get("arguments").get("expression").asText()).isEqualTo("6 * 7");
        assertThat(worked.get("observation").get("results").get(0).get("content").asText()).startsWith("42");
        assertThat(worked.get("metrics").get("prompt_tokens").asInt()).isEqualTo(70);
        assertThat(worked.get("metrics").get("cached_tokens").asInt()).isEqualTo(64);
        assertThat(broken.get("final_metrics").get("total_prompt_tokens").asInt()).isEqualTo(210);
        assertThat(broken.get("final_metrics").get("total_steps").asInt()).isEqualTo(5);
        assertThat(broken.get("extra").get("is_resolved").asBoolean()).isTrue();
    }

    @Test
    void aTrajectoryThatIsReadAgainTellsTheSame() {
        Path written = folder.resolve("again");
        assertThat(ipw("export", folder.resolve("run").toString(), "--format", "atif", "--output", written.toString()))
                .as(CAPTURED.err()).isZero();
        AgentTrajectory read = AgentTrajectory.read(written.resolve("b").resolve("trajectory.json"));
        assertThat(read.id()).contains("b");
        assertThat(read.agent()).isEqualTo("react");
        assertThat(read.charged()).hasSize(3);
        assertThat(read.usage().input()).hasValue(210);
        assertThat(read.usage().output()).hasValue(6);
        assertThat(read.usage().cachedInput()).hasValue(192);
        assertThat(read.charged().getFirst().toolCalls().getFirst().arguments()).isEqualTo("{expression: 6");
        assertThat(read.charged().get(1).results().getFirst().content()).startsWith("42");
        assertThat(read.steps().getLast().message()).isEqualTo("It is 42.");
        assertThat(read.joules()).isEmpty();
    }

    @Test
    void aFolderThatExistsIsKept() throws Exception {
        Path own = Files.createDirectory(folder.resolve("own"));
        assertThat(ipw("export", folder.resolve("run").toString(), "--format", "atif", "--output", own.toString()))
                .isNotZero();
        assertThat(CAPTURED.err()).contains("exists already");
        assertThat(ipw("export", folder.resolve("run").toString(), "--format", "traces-hf")).isNotZero();
        assertThat(CAPTURED.err()).contains("--output");
    }

    @Test
    void tracesAreThoseOfTheRunsOwnFile() throws Exception {
        Path file = folder.resolve("traces.jsonl");
        assertThat(ipw("export", folder.resolve("run").toString(), "--format", "traces", "--output", file.toString()))
                .isZero();
        List<String> lines = Files.readAllLines(file);
        assertThat(lines).hasSize(2).isEqualTo(Files.readAllLines(folder.resolve("run").resolve("traces.jsonl")));
    }

    @Test
    void tracesBecomeADataset() {
        Path written = folder.resolve("traces-hf");
        assertThat(ipw("export", folder.resolve("run").toString(), "--format", "traces-hf", "--output",
                written.toString())).as(CAPTURED.err()).isZero();
        assertThat(written).isDirectoryContaining(file -> file.endsWith("state.json"))
                .isDirectoryContaining(file -> file.endsWith("data-00000-of-00001.arrow"));
    }
}
