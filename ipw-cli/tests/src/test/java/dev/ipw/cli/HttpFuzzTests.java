package dev.ipw.cli;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.ipw.cli.HostileServer.Answer;
import dev.ipw.cli.http.RawRequest;
import dev.ipw.cli.monitor.MetricsServer;
import dev.ipw.cli.serve.ChatServer;
import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.openai.OpenAiClient;
import dev.ipw.testing.Canary;
import dev.ipw.testing.Draws;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Asks servers whose answers are no HTTP, or not what they claim to be; and sends such requests to servers of our own. */
@Tag("fuzz")
@Tag("real-time")
class HttpFuzzTests {
    private static final String KEY = Canary.KEY;
    private static final String EVENTS = """
            data: {"id":"c","model":"fake","choices":[{"index":0,"delta":{"role":"assistant","content":"4"}}]}

            data: {"id":"c","model":"fake","choices":[{"index":0,"delta":{"content":"2"},"finish_reason":"stop"}]}

            data: {"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":2,"total_tokens":9}}

            data: [DONE]

            """;
    private static final String ANSWER = "{\"model\":\"fake\",\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\","
            + "\"content\":\"42\"},\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":7,\"completion_tokens\":2}}";

    @TempDir
    Path folder;

    @Test
    void endsARunWhateverTheServerSends() throws Exception {
        Path questions = folder.resolve("questions.jsonl");
        Files.writeString(questions, "{\"question\":\"6*7\",\"answer\":\"42\"}\n".repeat(2));
        DrawnInputs.each("HTTP answers", Draws.of(4, 25), random -> {
            SplittableRandom ofServer = random.split();
            try (HostileServer server = new HostileServer(() -> drawn(ofServer))) {
                Path runs = Files.createTempDirectory(folder, "runs-");
                FuzzedCommand profile = FuzzedCommand.run("profile", "--client", "openai", "--client-base-url",
                        server.baseUrl("/v1"), "--client-param", "api_key=" + KEY, "--client-param",
                        "check_model=false",
                        "--client-param", "connect_timeout=5s", "--client-param", "first_byte_timeout=1s",
                        "--client-param", "idle_timeout=1s", "--client-param", "total_timeout=3s", "--client-param",
                        "stream=" + random.nextBoolean(), "--model", "fake", "--dataset", questions.toString(),
                        "--warmup-queries", "0", "--idle-seconds", "0", "--telemetry", "none", "--output-dir",
                        runs.toString(), "--run-name", "a");
                assertThat(profile.out() + profile.err()).doesNotContain(KEY);
                if (Files.exists(runs.resolve("a"))) {
                    FuzzedCommand read = FuzzedCommand.run("analyze", runs.resolve("a").toString(), "--analysis",
                            "accuracy", "--json");
                    assertThat(read.exitCode()).as(read.err()).isEqualTo(ExitCode.FINE);
                    new JsonMapper().readTree(read.out());
                    assertThat(FuzzedCommand.run("show", runs.resolve("a").toString()).exitCode())
                            .isEqualTo(ExitCode.FINE);
                    assertThat(Files.readString(runs.resolve("a").resolve("journal.jsonl"))).doesNotContain(KEY);
                }
            }
        });
    }

    private static synchronized Answer drawn(SplittableRandom random) {
        boolean streamed = random.nextInt(3) > 0;
        byte[] body = (streamed ? EVENTS : ANSWER).getBytes(StandardCharsets.UTF_8);
        byte[] changed = switch (random.nextInt(5)) {
            case 0 -> body;
            case 1 -> HostileBytes.damage(body, random);
            case 2 -> hostileBody(random).getBytes(StandardCharsets.ISO_8859_1);
            default -> HostileBytes.damage(HostileBytes.damage(body, random), random);
        };
        String type = random.nextInt(4) == 0
                ? pick(random, "text/html", "application/x-ndjson", "", "text/event-stream; charset=utf-16")
                : streamed ? "text/event-stream" : "application/json";
        String status = random.nextInt(4) == 0
                ? pick(random, "200", "99 what", "500 \u0007", "429 Slow down", "304 Not Modified", "204 No Content",
                        "302 Found", "401 Unauthorized " + KEY)
                : "200 OK";
        byte[] response = HostileServer.response(status, type, headers(random, changed.length), changed);
        return new Answer(random.nextInt(3) == 0 ? HostileBytes.damage(response, random) : response,
                random.nextInt(4) > 0);
    }

    private static String headers(SplittableRandom random, int length) {
        return switch (random.nextInt(14)) {
            case 0 -> "Content-Length: " + (length - 1) + "\r\n";
            case 1 -> "Content-Length: " + (length + 1) + "\r\n";
            case 2 -> "Content-Length: -1\r\n";
            case 3 -> "Content-Length: 9223372036854775808\r\n";
            case 4 -> "Content-Length: " + length + "\r\nContent-Length: " + (length + 5) + "\r\n";
            case 5 -> "Transfer-Encoding: chunked\r\n";
            case 6 -> "Content-Encoding: gzip\r\nContent-Length: " + length + "\r\n";
            case 7 ->
                "Location: " + pick(random, "file:///etc/passwd", "http://127.0.0.1:1/v1", "//\u001b[2J", "") + "\r\n"
                        + "Content-Length: " + length + "\r\n";
            case 8 -> "X: " + "y".repeat(random.nextInt(100_000)) + "\r\n";
            case 9 -> "X: y\r\n".repeat(random.nextInt(400));
            case 10 ->
                "Authorization: bearer " + KEY.toUpperCase(java.util.Locale.ROOT) + "\r\nKeep-Alive: timeout=-9\r\n";
            default -> "Content-Length: " + length + "\r\n";
        };
    }

    private static String hostileBody(SplittableRandom random) {
        return switch (random.nextInt(7)) {
            case 0 -> "7fffffffffffffff\r\nx";
            case 1 -> "-1\r\n\r\n0\r\n\r\n";
            case 2 -> "data: " + "[".repeat(1 << random.nextInt(16)) + "\n\n";
            case 3 -> "data: {\"error\":{\"message\":\"key " + KEY + " is wrong \u001b]0;x\u0007\"}}\n\n";
            case 4 -> "\u00ff\u00fe\u0000".repeat(random.nextInt(1_000));
            case 5 -> "\n".repeat(random.nextInt(100_000));
            default ->
                "{\"choices\":[]}\n{\"choices\":[{\"delta\":{\"content\":\"" + "x".repeat(random.nextInt(200_000))
                        + "\"}}]}\n";
        };
    }

    private static String pick(SplittableRandom random, String... some) {
        return some[random.nextInt(some.length)];
    }

    @Test
    void goesOnServingWhateverClientsSend() throws Exception {
        try (HostileServer model = new HostileServer(() -> new Answer(HostileServer.response("200 OK",
                "application/json", "Content-Length: " + ANSWER.length() + "\r\n",
                ANSWER.getBytes(StandardCharsets.UTF_8)), true));
                InferenceClient client = OpenAiClient.builder(model.baseUrl("/v1")).model("fake").stream(false).build();
                ChatServer chat = ChatServer.start(client, 0);
                MetricsServer metrics = MetricsServer.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        List.of(), MetricSnapshots::new)) {
            DrawnInputs.each("HTTP requests", Draws.of(50, 300), random -> {
                boolean toChat = random.nextBoolean();
                int port = toChat ? chat.baseUrl().getPort() : metrics.uri().getPort();
                RawRequest.send(port, HostileBytes.damage(request(toChat, random), random));
                String answer = RawRequest.send(port, request(toChat, new SplittableRandom(0)));
                assertThat(answer).startsWith("HTTP/1.1 200");
            });
        }
    }

    private static byte[] request(boolean toChat, SplittableRandom random) {
        String path = pick(random, "/v1/chat/completions", "/v1/responses", "/v1/messages", "/api/chat",
                "/api/generate");
        String question = switch (path) {
            case "/v1/responses" -> "\"input\":\"6*7\"";
            case "/api/generate" -> "\"prompt\":\"6*7\"";
            case "/v1/messages" -> "\"max_tokens\":9,\"messages\":[{\"role\":\"user\",\"content\":\"6*7\"}]";
            default -> "\"messages\":[{\"role\":\"user\",\"content\":\"6*7\"}]";
        };
        String body = "{\"model\":\"fake\"," + question + "}";
        String head = toChat
                ? "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        + "Content-Length: " + body.length() + "\r\n"
                : "GET /metrics HTTP/1.1\r\nHost: localhost\r\n";
        String more = random.nextInt(4) == 1 ? "X: " + "y".repeat(random.nextInt(70_000)) + "\r\n" : "";
        return (head + more + "Connection: close\r\n\r\n" + (toChat ? body : "")).getBytes(StandardCharsets.UTF_8);
    }
}
