package dev.ipw.benchmarks.judge;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Answers like a server of chat completions: what a script says for each request. */
final class ScriptedJudge implements AutoCloseable {
    private static final Pattern CODE = Pattern.compile("(?:GRADE|POINTS) ([a-z]{8})(?:: X| 1: A 7 B 5)\\s");
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Function<Asked, Reply> script;
    private volatile boolean refusesJson;
    private final List<Asked> asked = new CopyOnWriteArrayList<>();

    private ScriptedJudge(Function<Asked, Reply> script) throws IOException {
        this.script = script;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    static ScriptedJudge saying(Function<Asked, Reply> script) {
        try {
            return new ScriptedJudge(script);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Says these texts one after the other, the last again and again. */
    static ScriptedJudge saying(String... texts) {
        int[] next = {0};
        return saying(asked -> new Reply(texts[Math.min(next[0]++, texts.length - 1)], "stop"));
    }

    /** Refuse requests that hold a JSON schema. */
    ScriptedJudge withoutJson() {
        refusesJson = true;
        return this;
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
    }

    List<Asked> asked() {
        return asked;
    }

    /** A request: the model, the key, and all messages as one text. */
    record Asked(String model, String key, String prompt, int messages, boolean wantsJson) {
        /** Returns the code that the verdict must bear: the last one that is asked for. */
        String code() {
            return CODE.matcher(prompt).results().map(found -> found.group(1)).reduce((one, later) -> later)
                    .orElse("none");
        }
    }

    /** An answer, in which {@code {code}} stands for the code that is asked for. */
    record Reply(String text, String finishReason) {}

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            if (exchange.getRequestURI().getPath().endsWith("/models")) {
                send(exchange,
                        "{\"object\":\"list\",\"data\":[{\"id\":\"judge\"},{\"id\":\"second\"},{\"id\":\"third\"}]}",
                        "application/json");
                return;
            }
            JsonNode request = Json.parse(body);
            StringBuilder prompt = new StringBuilder();
            request.path("messages").forEach(message -> prompt.append(message.path("content").asText()).append('\n'));
            Asked one = new Asked(request.path("model").asText(),
                    String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")), prompt.toString(),
                    request.path("messages").size(), request.has("response_format"));
            asked.add(one);
            if (refusesJson && one.wantsJson()) {
                exchange.sendResponseHeaders(400, -1);
                return;
            }
            Reply reply = script.apply(one);
            String usage = "\"usage\":{\"prompt_tokens\":100,\"completion_tokens\":10,\"total_tokens\":110}";
            String head = "{\"id\":\"x\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"" + one.model()
                    + "\",\"choices\":[";
            send(exchange, "data: " + head + "{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":"
                    + Json.write(Json.fromPlain(reply.text().replace("{code}", one.code())))
                    + "},\"finish_reason\":null}]}\n\ndata: " + head
                    + "{\"index\":0,\"delta\":{},\"finish_reason\":\"" + reply.finishReason() + "\"}]}\n\ndata: " + head
                    + "]," + usage + "}\n\ndata: [DONE]\n\n", "text/event-stream");
        } catch (JsonSyntaxException torn) {
            throw new IOException(torn);
        }
    }

    private static void send(HttpExchange exchange, String body, String type) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", type);
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}
