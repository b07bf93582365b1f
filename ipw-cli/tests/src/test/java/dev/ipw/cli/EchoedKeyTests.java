package dev.ipw.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.cli.terminal.LogFile;
import dev.ipw.internal.json.Json;
import dev.ipw.testing.Canary;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Every command that writes, on runs of a server that repeats the key in answers, in calls of tools and in errors. */
@Tag("real-time")
class EchoedKeyTests {
    private static final String MARK = "[redacted]";

    @TempDir
    Path folder;

    private HttpServer server;

    @BeforeEach
    void startServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/chat/completions", EchoedKeyTests::answer);
        server.start();
        Files.writeString(folder.resolve("tasks.jsonl"), """
                {"id": "a", "problem": "6 * 7?", "answer": "42"}
                {"id": "b", "problem": "fail", "answer": "42"}
                """);
    }

    @AfterEach
    void stopServer() {
        server.stop(0);
    }

    private static void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String sent = exchange.getRequestHeaders().getFirst("Authorization");
            if (request.contains("\"fail\"")) {
                byte[] error = ("{\"error\": {\"message\": \"I refuse " + sent + "\"}}")
                        .getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(400, error.length);
                exchange.getResponseBody().write(error);
                return;
            }
            boolean usesTool = request.contains("file_write") && !request.contains("\"role\":\"tool\"");
            String arguments = Json.write(Json.fromPlain("{\"path\": \"note.txt\", \"content\": \"" + sent + "\"}"));
            String delta = usesTool
                    ? "{\"role\":\"assistant\",\"tool_calls\":[{\"index\":0,\"id\":\"c1\",\"type\":\"function\",\"function\":"
                            + "{\"name\":\"file_write\",\"arguments\":" + arguments + "}}]}"
                    : "{\"role\":\"assistant\",\"content\":\"It is 42, by " + sent + "\"}";
            byte[] body = ("data: {\"choices\":[{\"index\":0,\"delta\":" + delta + ",\"finish_reason\":\"stop\"}]}\n\n"
                    + "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":7,\"completion_tokens\":2,\"total_tokens\":9}}\n\n"
                    + "data: [DONE]\n\n").getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private void ipw(String... typed) {
        FuzzedCommand done = FuzzedCommand.run(typed);
        assertThat(done.exitCode()).as(String.join(" ", typed) + "\n" + done.err()).isIn(ExitCode.FINE,
                ExitCode.SOME_FAILED);
        assertThat(Canary.isIn(done.out() + done.err())).as(String.join(" ", typed)).isFalse();
    }

    private void made(String command, String name, String... more) {
        ipw(Stream.concat(Stream.of(command, "--client", "openai", "--client-base-url", "http://127.0.0.1:"
                + server.getAddress().getPort() + "/v1", "--client-param", "check_model=false", "--client-param",
                "api_key=" + Canary.KEY, "--model", "fake", "--dataset", folder.resolve("tasks.jsonl").toString(),
                "--evaluator", "includes", "--telemetry", "none", "--no-calibration", "--warmup-queries", "0",
                "--output-dir", folder.toString(), "--run-name", name), Stream.of(more)).toArray(String[]::new));
    }

    @Test
    void noCommandWritesTheKey() throws IOException {
        made("profile", "plain", "--idle-seconds", "0");
        made("run", "agent", "--tools", "file_write", "--max-turns", "4");
        for (String name : List.of("plain", "agent")) {
            String run = folder.resolve(name).toString();
            String out = folder.resolve("out-" + name).toString();
            ipw("analyze", run, "--json");
            ipw("score", run, "--evaluator", "match", "--evaluator-param", "location=any");
            ipw("report", run);
            ipw("show", run);
            ipw("export", run, "--csv", "--columns", "record_id,problem,answer,reasoning", "--output", out + ".csv");
            ipw("export", run, "--jsonl", "--output", out + ".jsonl");
            ipw("export", run, "--jsonl", "--columns", "answer");
            ipw("export", run, "--format", "inspect", "--output", out + ".inspect.json");
            ipw("export", run, "--format", "traces", "--output", out + ".traces.jsonl");
            ipw("export", run, "--format", "atif", "--output", out + "-atif");
        }

        assertThat(folder.resolve("agent/artifacts/a/workspace/note.txt")).hasContent("Bearer " + MARK);
        assertThat(folder.resolve("agent/traces.jsonl")).content().contains(MARK);
        assertThat(folder.resolve("out-plain.csv")).content().contains("by Bearer " + MARK);
        assertThat(Canary.filesIn(folder)).isEmpty();
    }

    @Test
    void theLogHoldsNoKeyWhoeverWritesIt() throws IOException {
        made("profile", "plain", "--idle-seconds", "0");
        LogFile log = new LogFile(folder.resolve("ipw.log"));
        log.publish(new LogRecord(Level.WARNING, "the server said " + Canary.KEY.substring(4, 24)));
        LogRecord failure = new LogRecord(Level.WARNING, "it failed");
        failure.setThrown(new IllegalStateException("with " + Canary.KEY));
        log.publish(failure);
        log.close();

        assertThat(folder.resolve("ipw.log")).content().contains("the server said " + MARK, "with " + MARK);
        assertThat(Canary.filesIn(folder)).isEmpty();
    }
}
