package dev.ipw.agents.tool.retrieval;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.agents.WebServer;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;

/** Speaks as a server of embeddings does: the vector of a text is made of its letters, so it can be computed elsewhere. */
final class EmbeddingsServer implements AutoCloseable {
    private final WebServer server;
    private final List<String> texts = new CopyOnWriteArrayList<>();

    private EmbeddingsServer(int dimensions, Gate gate) throws IOException {
        server = WebServer.start((exchange, request) -> {
            ArrayNode data = Json.array();
            JsonNode input = parsed(request.body()).path("input");
            gate.pass();
            for (int at = input.size() - 1; at >= 0; at--) {
                String text = input.path(at).asText();
                texts.add(text);
                ArrayNode numbers = Json.array();
                for (double number : vector(text, dimensions)) {
                    numbers.add(number);
                }
                ObjectNode one = Json.object().put("index", at);
                one.set("embedding", numbers);
                data.add(one);
            }
            ObjectNode answer = Json.object();
            answer.set("data", data);
            WebServer.send(exchange, 200, "application/json", answer.toString());
        });
    }

    /** Holds answers back. */
    @FunctionalInterface
    interface Gate {
        void pass();
    }

    static EmbeddingsServer start(int dimensions) throws IOException {
        return new EmbeddingsServer(dimensions, () -> {});
    }

    static EmbeddingsServer start(int dimensions, Gate gate) throws IOException {
        return new EmbeddingsServer(dimensions, gate);
    }

    /** Give each letter a direction of its own and add them up. */
    static double[] vector(String text, int dimensions) {
        double[] vector = new double[dimensions];
        text.chars().forEach(letter -> {
            SplittableRandom random = new SplittableRandom(letter);
            for (int at = 0; at < dimensions; at++) {
                vector[at] += random.nextDouble() - 0.5;
            }
        });
        return vector;
    }

    private static JsonNode parsed(String body) throws IOException {
        try {
            return Json.parse(body);
        } catch (JsonSyntaxException broken) {
            throw new IOException(broken);
        }
    }

    Map<String, String> parameters() {
        return Map.of("embedding_base_url", server.address() + "/v1", "embedding_model", "letters");
    }

    List<String> texts() {
        return texts;
    }

    List<WebServer.Request> requests() {
        return server.requests();
    }

    @Override
    public void close() {
        server.close();
    }
}
