package dev.ipw.agents.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.agents.Awaited;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.Message;
import dev.ipw.inference.ToolCall;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import dev.ipw.testing.ModelServerScript;
import dev.ipw.testing.ModelServerScript.Request;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class RecordingProxyTests {
    private static final String CHAT = "/v1/chat/completions";
    private static final String MESSAGES = "/v1/messages";
    private static final String ASKED = "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"2+2=\"}],"
            + "\"stream\":true}";
    private static final List<String> STREAM = List.of(
            "data: {\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}],\"model\":\"m-1\"}\n\n",
            "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Fo\"}}]}\n\n",
            "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"ur\"}}]}\n\n",
            "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n");
    private static final String COUNTS = "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":12,\"completion_tokens\":3,"
            + "\"total_tokens\":15}}\n\n";
    private static final String DONE = "data: [DONE]\n\n";

    private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @Test
    void passesAStreamOnAndKeepsTheCall() throws Exception {
        try (ModelServerScript server = streaming(); RecordedCalls proxy = recorded(server)) {
            long before = System.nanoTime();
            HttpResponse<String> response = post(proxy, CHAT, ASKED);

            assertThat(response.body()).isEqualTo(String.join("", STREAM) + DONE);
            ObservedCall call = proxy.ended().getFirst();
            assertThat(call.failure()).isEmpty();
            assertThat(call.messages()).containsExactly(Message.user("2+2="));
            assertThat(call.response().text()).isEqualTo("Four");
            assertThat(call.response().finishReason()).hasValue("stop");
            assertThat(call.response().servedModel()).hasValue("m-1");
            assertThat(call.response().usage().input()).hasValue(12);
            assertThat(call.response().usage().output()).hasValue(3);
            assertThat(call.timeline().isOrdered()).isTrue();
            assertThat(call.timeline().chunkNanos()).hasSize(2);
            assertThat(call.timeline().intendedStartNanos()).isBetween(before, System.nanoTime());
            assertThat(Json.parse(server.requests().getFirst().body()).path("stream_options").path("include_usage")
                    .asBoolean()).isTrue();
        }
    }

    @Test
    void leavesTheCountsToAProgramThatAsksForThem() throws Exception {
        String asked = ASKED.replace("\"stream\":true", "\"stream\":true,\"stream_options\":{\"include_usage\":true}");
        try (ModelServerScript server = streaming(); RecordedCalls proxy = recorded(server)) {
            assertThat(post(proxy, CHAT, asked).body()).isEqualTo(String.join("", STREAM) + COUNTS + DONE);
            assertThat(server.requests().getFirst().body()).isEqualTo(asked);
            assertThat(proxy.ended().getFirst().response().usage().output()).hasValue(3);
        }
    }

    @Test
    void passesPiecesOnAsTheyCome() throws Exception {
        CountDownLatch read = new CountDownLatch(1);
        try (ModelServerScript server = ModelServerScript.start((request, reply) -> {
            reply.beginStream();
            reply.chunk(STREAM.get(1));
            read.await();
            reply.chunk(STREAM.get(3) + DONE);
            reply.endStream();
        }); RecordedCalls proxy = recorded(server)) {
            HttpResponse<InputStream> response = http.send(request(proxy, CHAT).POST(BodyPublishers.ofString(ASKED))
                    .build(), BodyHandlers.ofInputStream());
            byte[] first = response.body().readNBytes(STREAM.get(1).length());
            read.countDown();

            assertThat(new String(first, StandardCharsets.UTF_8)).isEqualTo(STREAM.get(1));
            assertThat(response.body().readAllBytes()).hasSize(STREAM.get(3).length() + DONE.length());
        }
    }

    @Test
    void sendsTheServersKeyAndNeverTheTasks() throws Exception {
        try (ModelServerScript server = streaming();
                RecordedCalls proxy = new RecordedCalls(server.address(), Optional.of("sk-of-the-server"))) {
            post(proxy, CHAT, ASKED);
            http.send(request(proxy, MESSAGES).POST(BodyPublishers.ofString(ASKED)).build(), BodyHandlers.ofString());
            http.send(HttpRequest.newBuilder(URI.create(proxy.address() + "/k/" + proxy.key() + CHAT))
                    .POST(BodyPublishers.ofString(ASKED)).build(), BodyHandlers.ofString());

            assertThat(server.requests()).extracting(Request::path).containsExactly(CHAT, MESSAGES, CHAT);
            assertThat(server.requests().get(0).headers()).containsEntry("authorization", "Bearer sk-of-the-server");
            assertThat(server.requests().get(1).headers()).containsEntry("x-api-key", "sk-of-the-server")
                    .doesNotContainKey("authorization");
            assertThat(server.requests().toString()).doesNotContain(proxy.key());
            assertThat(proxy.ended().toString()).doesNotContain("sk-of-the-server").doesNotContain(proxy.key());
        }
    }

    @Test
    void refusesWhoHasNoKeyOfATaskThatRuns() throws Exception {
        try (ModelServerScript server = streaming(); RecordedCalls proxy = recorded(server)) {
            HttpRequest without = HttpRequest.newBuilder(URI.create(proxy.address() + CHAT))
                    .POST(BodyPublishers.ofString(ASKED)).build();
            HttpRequest wrong = HttpRequest.newBuilder(URI.create(proxy.address() + MESSAGES))
                    .header("x-api-key", proxy.key() + "0").POST(BodyPublishers.ofString(ASKED)).build();
            HttpResponse<String> asOpenAi = http.send(without, BodyHandlers.ofString());
            HttpResponse<String> asAnthropic = http.send(wrong, BodyHandlers.ofString());
            proxy.ended();
            HttpResponse<String> late = post(proxy, CHAT, ASKED);

            assertThat(List.of(asOpenAi.statusCode(), asAnthropic.statusCode(), late.statusCode()))
                    .containsOnly(401);
            assertThat(Json.parse(asOpenAi.body()).path("error").path("code").asText()).isEqualTo("invalid_api_key");
            assertThat(Json.parse(asAnthropic.body()).path("type").asText()).isEqualTo("error");
            assertThat(server.requests()).isEmpty();
            assertThat(proxy.calls()).isEmpty();
        }
    }

    @Test
    void passesARefusalOfTheServerOnAsItIs() throws Exception {
        String told = "{\"error\":{\"message\":\"the prompt is too long\"}}";
        try (ModelServerScript server = ModelServerScript.start(
                (request, reply) -> reply.send(400, "application/json", told));
                RecordedCalls proxy = recorded(server)) {
            HttpResponse<String> response = post(proxy, CHAT, ASKED);

            assertThat(response.statusCode()).isEqualTo(400);
            assertThat(response.body()).isEqualTo(told);
            assertThat(response.headers().firstValue("x-served-by")).hasValue("script");
            assertThat(proxy.ended().getFirst().failure().orElseThrow().kind()).isEqualTo(FailureKind.HTTP_STATUS);
            assertThat(proxy.calls().getFirst().failure().orElseThrow().message()).contains("HTTP 400", "too long");
        }
    }

    @Test
    void tearsTheStreamThatTheServerTears() throws Exception {
        try (ModelServerScript server = ModelServerScript.start((request, reply) -> {
            reply.beginStream();
            reply.chunk(STREAM.get(1));
            reply.close();
        }); RecordedCalls proxy = recorded(server)) {
            HttpResponse<InputStream> response = http.send(request(proxy, CHAT).POST(BodyPublishers.ofString(ASKED))
                    .build(), BodyHandlers.ofInputStream());

            assertThat(response.body().readNBytes(STREAM.get(1).length()))
                    .isEqualTo(STREAM.get(1).getBytes(StandardCharsets.UTF_8));
            assertThatExceptionOfType(IOException.class).isThrownBy(() -> response.body().read());
            ObservedCall call = proxy.ended().getFirst();
            assertThat(call.failure().orElseThrow().kind()).isEqualTo(FailureKind.TRUNCATED);
            assertThat(call.response().text()).isEqualTo("Fo");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void stopsTheServerWhenTheProgramHangsUp(boolean afterAPiece) throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        try (ModelServerScript server = ModelServerScript.start((request, reply) -> {
            if (afterAPiece) {
                reply.beginStream();
                reply.chunk(STREAM.get(1));
            }
            asked.countDown();
            reply.awaitAskerLeft();
        }); RecordedCalls proxy = recorded(server)) {
            try (Socket program = new Socket(InetAddress.getLoopbackAddress(), proxy.port())) {
                program.getOutputStream().write(raw(proxy, CHAT, ASKED));
                asked.await();
                if (afterAPiece) {
                    assertThat(program.getInputStream().read()).isPositive();
                }
            }

            server.awaitAskerLeft();
            ObservedCall call = proxy.ended().getFirst();
            assertThat(call.failure().orElseThrow().kind()).isEqualTo(FailureKind.CANCELLED);
            assertThat(call.failure().orElseThrow().message()).contains("program closed");
        }
    }

    @Test
    void stopsTheServerWhenTheTaskEnds() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        try (ModelServerScript server = ModelServerScript.start((request, reply) -> {
            reply.beginStream();
            reply.chunk(STREAM.get(1));
            asked.countDown();
            reply.awaitAskerLeft();
        });
                RecordedCalls proxy = recorded(server);
                Socket program = new Socket(InetAddress.getLoopbackAddress(), proxy.port())) {
            program.getOutputStream().write(raw(proxy, CHAT, ASKED));
            asked.await();

            assertThat(proxy.ended().getFirst().failure().orElseThrow().kind()).isEqualTo(FailureKind.CANCELLED);
            server.awaitAskerLeft();
        }
    }

    @Test
    void saysThatTheServerCannotBeReached() throws Exception {
        try (Socket closed = Awaited.refusingPort();
                RecordedCalls proxy = new RecordedCalls("http://127.0.0.1:" + closed.getLocalPort(),
                        Optional.empty())) {
            int port = closed.getLocalPort();
            HttpResponse<String> asOpenAi = post(proxy, CHAT, ASKED);
            HttpResponse<String> asAnthropic = post(proxy, MESSAGES, ASKED);

            assertThat(asOpenAi.statusCode()).isEqualTo(502);
            assertThat(Json.parse(asOpenAi.body()).path("error").path("message").asText()).contains("" + port);
            assertThat(Json.parse(asAnthropic.body()).path("error").path("type").asText()).isEqualTo("api_error");
            assertThat(proxy.ended()).extracting(call -> call.failure().orElseThrow().kind())
                    .containsExactly(FailureKind.UNREACHABLE, FailureKind.UNREACHABLE);
        }
    }

    @Test
    void passesOtherRequestsOnAndCountsThem() throws Exception {
        try (ModelServerScript server = ModelServerScript.start(
                (request, reply) -> reply.send(200, "application/json", "{\"data\":[]}"));
                RecordedCalls proxy = recorded(server)) {
            HttpResponse<String> models = http.send(request(proxy, "/v1/models?limit=3").build(),
                    BodyHandlers.ofString());
            post(proxy, "/v1/messages/count_tokens", ASKED);
            post(proxy, "/v1/embeddings", "{}");
            http.send(request(proxy, "/v1/models/meta-llama%2FLlama-3.1:8b").build(), BodyHandlers.ofString());
            HttpResponse<String> head = http.send(request(proxy, "/v1/models").method("HEAD", BodyPublishers.noBody())
                    .build(), BodyHandlers.ofString());

            assertThat(models.body()).isEqualTo("{\"data\":[]}");
            assertThat(head.statusCode()).isEqualTo(200);
            assertThat(server.requests()).extracting(request -> request.method() + " " + request.path())
                    .containsExactly("GET /v1/models?limit=3", "POST /v1/messages/count_tokens",
                            "POST /v1/embeddings", "GET /v1/models/meta-llama/Llama-3.1:8b", "GET /v1/models");
            assertThat(proxy.task().refusedRequests()).isZero();
            assertThat(proxy.task().passedOnRequests()).isEqualTo(5);
            assertThat(proxy.ended()).isEmpty();
        }
    }

    @Test
    void readsAnAnthropicConversation() throws Exception {
        String asked = """
                {"model":"m","max_tokens":9,"system":[{"type":"text","text":"Be brief","cache_control":{"type":"ephemeral"}}],
                 "messages":[{"role":"user","content":"list"},
                  {"role":"assistant","content":[{"type":"text","text":"I look"},
                   {"type":"tool_use","id":"t1","name":"bash","input":{"command":"ls"}}]},
                  {"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"a.txt","is_error":false}]}]}""";
        String whole = """
                {"type":"message","model":"claude-x","content":[{"type":"text","text":"One file"}],"stop_reason":"end_turn",
                 "usage":{"input_tokens":7,"cache_read_input_tokens":5,"output_tokens":2}}""";
        try (ModelServerScript server = ModelServerScript.start(
                (request, reply) -> reply.send(200, "application/json", whole));
                RecordedCalls proxy = recorded(server)) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(proxy.address() + MESSAGES + "?beta=true"))
                    .header("x-api-key", proxy.key()).header("anthropic-version", "2023-06-01")
                    .POST(BodyPublishers.ofString(asked)).build();
            assertThat(http.send(request, BodyHandlers.ofString()).body()).isEqualTo(whole);

            assertThat(server.requests().getFirst().path()).isEqualTo(MESSAGES + "?beta=true");
            assertThat(server.requests().getFirst().headers()).containsEntry("anthropic-version", "2023-06-01");
            ObservedCall call = proxy.ended().getFirst();
            assertThat(call.messages()).extracting(message -> message.role().label())
                    .containsExactly("system", "user", "assistant", "tool");
            assertThat(call.messages().get(2).toolCalls())
                    .containsExactly(new ToolCall("t1", "bash", "{\"command\":\"ls\"}"));
            assertThat(call.messages().get(3).parts().toString()).contains("a.txt", "bash");
            assertThat(call.response().usage().input()).hasValue(12);
            assertThat(call.response().usage().cachedInput()).hasValue(5);
        }
    }

    @Test
    void readsAConversationOfItems() throws JsonSyntaxException {
        JsonNode body = Json.parse("""
                {"instructions":"Be brief","input":[{"role":"user","content":[{"type":"input_text","text":"list"}]},
                 {"type":"reasoning","summary":[]},
                 {"type":"function_call","call_id":"c1","name":"shell","arguments":"{}"},
                 {"type":"function_call_output","call_id":"c1","output":"a.txt"}]}""");

        List<Message> said = ResponsesMessages.of(body);

        assertThat(said).extracting(message -> message.role().label()).containsExactly("system", "user", "assistant",
                "tool");
        assertThat(said.get(2).toolCalls()).containsExactly(new ToolCall("c1", "shell", "{}"));
    }

    @Test
    void takesChunkedRequestsAndSeveralOverOneConnection() throws Exception {
        try (ModelServerScript server = ModelServerScript.start(
                (request, reply) -> reply.send(200, "application/json", request.body()));
                RecordedCalls proxy = recorded(server);
                Socket program = new Socket(InetAddress.getLoopbackAddress(), proxy.port())) {
            String head = "POST /v1/embeddings HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + proxy.key() + "\r\n";
            String chunked = head + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n";
            String last = head + "Connection: close\r\nContent-Length: 2\r\n\r\nfg";
            program.getOutputStream().write((chunked + last).getBytes(StandardCharsets.US_ASCII));

            String answers = new String(program.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);

            assertThat(answers).contains("abcde").endsWith("fg");
            assertThat(server.requests()).extracting(Request::body).containsExactly("abcde", "fg");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"nonsense\r\n\r\n", "GET ftp://other/ HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nno field\r\n\r\n",
                    "GET /v1/%zz HTTP/1.1\r\n\r\n", "GET /v1/models%00 HTTP/1.1\r\n\r\n",
                    "GET /%25252525252e HTTP/1.1\r\n\r\n", "GET * HTTP/1.1\r\n\r\n",
                    "POST /v1/embeddings HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
                    "POST /v1/embeddings HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n",
                    "POST /v1/embeddings HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"})
    void saysThatARequestCannotBeRead(String bytes) throws Exception {
        try (RecordedCalls proxy = new RecordedCalls("http://127.0.0.1:1", Optional.empty());
                Socket program = new Socket(InetAddress.getLoopbackAddress(), proxy.port())) {
            String known = bytes.replace("/embeddings HTTP/1.1\r\n", "/embeddings HTTP/1.1\r\nAuthorization: Bearer "
                    + proxy.key()
                    + "\r\n");
            program.getOutputStream().write(known.getBytes(StandardCharsets.US_ASCII));
            program.shutdownOutput();

            assertThat(new String(program.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 400 ").contains("cannot be read");
        }
    }

    @Test
    void refusesABodyThatIsTooLarge() throws Exception {
        try (RecordedCalls proxy = new RecordedCalls("http://127.0.0.1:1", Optional.empty());
                Socket program = new Socket(InetAddress.getLoopbackAddress(), proxy.port())) {
            program.getOutputStream().write(("POST " + CHAT + " HTTP/1.1\r\nAuthorization: Bearer " + proxy.key()
                    + "\r\nContent-Length: 67108865\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            program.shutdownOutput();

            assertThat(new String(program.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 413 ");
        }
    }

    @Test
    void waitsForNoBodyOfAStranger() throws Exception {
        try (RecordedCalls proxy = new RecordedCalls("http://127.0.0.1:1", Optional.empty());
                Socket program = new Socket(InetAddress.getLoopbackAddress(), proxy.port())) {
            program.getOutputStream().write(("POST " + CHAT + " HTTP/1.1\r\nContent-Length: 67108864\r\n\r\n{")
                    .getBytes(StandardCharsets.US_ASCII));

            assertThat(new String(program.getInputStream().readNBytes(13), StandardCharsets.US_ASCII))
                    .isEqualTo("HTTP/1.1 401 ");
        }
    }

    private static ModelServerScript streaming() throws IOException {
        return ModelServerScript.start((request, reply) -> {
            reply.beginStream();
            for (String piece : STREAM) {
                reply.chunk(piece);
            }
            // A line may come in two parts.
            reply.chunk(COUNTS.substring(0, 30));
            reply.chunk(COUNTS.substring(30) + DONE);
            reply.endStream();
        });
    }

    private static RecordedCalls recorded(ModelServerScript server) {
        return new RecordedCalls(server.address(), Optional.empty());
    }

    private static byte[] raw(RecordedCalls proxy, String path, String body) {
        StringBuilder text = new StringBuilder("POST " + path + " HTTP/1.1\r\n");
        Map.of("Host", "x", "Authorization", "Bearer " + proxy.key(), "Content-Length", String.valueOf(body.length()))
                .forEach((name, value) -> text.append(name).append(": ").append(value).append("\r\n"));
        return text.append("\r\n").append(body).toString().getBytes(StandardCharsets.US_ASCII);
    }

    private HttpResponse<String> post(RecordedCalls proxy, String path, String body) throws Exception {
        return http.send(request(proxy, path).POST(BodyPublishers.ofString(body)).build(), BodyHandlers.ofString());
    }

    private static HttpRequest.Builder request(RecordedCalls proxy, String path) {
        return HttpRequest.newBuilder(URI.create(proxy.address() + path)).header("Authorization",
                "Bearer " + proxy.key());
    }
}
