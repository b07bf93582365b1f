package dev.ipw.agents;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Speaks as a chat server does and plays episodes: which turn comes is read from the request alone. */
final class EpisodeServer implements AutoCloseable {
    private static final Pattern NUMBER = Pattern.compile("Play episode (\\d+)");

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final long seed;
    private final AtomicInteger requests = new AtomicInteger();

    private EpisodeServer(HttpServer server, long seed) {
        this.server = server;
        this.seed = seed;
    }

    static EpisodeServer start(long seed) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        EpisodeServer episodes = new EpisodeServer(server, seed);
        server.setExecutor(episodes.threads);
        server.createContext("/v1/chat/completions", episodes::answer);
        server.start();
        return episodes;
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
    }

    int requests() {
        return requests.get();
    }

    private void answer(HttpExchange exchange) throws IOException {
        requests.incrementAndGet();
        try (exchange) {
            JsonNode request = Json.parse(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            Episode.Reply reply = reply(request.path("messages"));
            TimeUnit.MILLISECONDS.sleep(reply.millis());
            byte[] body = events(reply).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        } catch (JsonSyntaxException broken) {
            throw new IllegalStateException(broken);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private Episode.Reply reply(JsonNode messages) {
        int turn = 0;
        int number = -1;
        for (JsonNode message : messages) {
            turn += message.path("role").asText().equals("assistant") ? 1 : 0;
            Matcher asked = NUMBER.matcher(message.path("content").asText());
            number = number < 0 && asked.find() ? Integer.parseInt(asked.group(1)) : number;
        }
        return Episode.of(seed, number).replies().get(turn);
    }

    private static String events(Episode.Reply reply) {
        ObjectNode delta = Json.object().put("role", "assistant");
        if (reply.calls().isEmpty()) {
            delta.put("content", reply.text());
        } else {
            ArrayNode calls = delta.putArray("tool_calls");
            for (int at = 0; at < reply.calls().size(); at++) {
                ObjectNode call = calls.addObject().put("index", at).put("id", "call_" + at).put("type", "function");
                call.putObject("function").put("name", reply.calls().get(at).tool()).put("arguments",
                        reply.calls().get(at).arguments());
            }
        }
        ObjectNode usage = Json.object().put("prompt_tokens", reply.inputTokens())
                .put("completion_tokens", reply.outputTokens())
                .put("total_tokens", reply.inputTokens() + reply.outputTokens());
        return event(delta, null) + event(Json.object(), reply.calls().isEmpty() ? "stop" : "tool_calls")
                + "data: "
                + Json.object().put("id", "x").put("object", "chat.completion.chunk").put("model", "episodes")
                        .<ObjectNode>set("choices", Json.object().putArray("none")).<ObjectNode>set("usage", usage)
                + "\n\ndata: [DONE]\n\n";
    }

    private static String event(ObjectNode delta, @org.jspecify.annotations.Nullable String finish) {
        ObjectNode chunk = Json.object().put("id", "x").put("object", "chat.completion.chunk").put("model", "episodes");
        ObjectNode choice = chunk.putArray("choices").addObject().put("index", 0).put("finish_reason", finish);
        choice.set("delta", delta);
        return "data: " + chunk + "\n\n";
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
