package dev.ipw.agents.tool.retrieval;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.agents.ToolException;
import dev.ipw.agents.tool.web.JsonService;
import dev.ipw.internal.json.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A server of embeddings with OpenAI's protocol, which returns vectors of length 1.
 *
 * @param service        the server
 * @param model          the model
 * @param queryPrefix    the prefix of a query, which some models need
 * @param documentPrefix the prefix of a text
 */
record Embeddings(JsonService service, String model, String queryPrefix, String documentPrefix) {
    private static final int BATCH = 32;
    private static final int MAX_DIMENSIONS = 8_192;

    /** Embeds a query. */
    float[] ofQuery(String query) throws ToolException, InterruptedException {
        return ask(List.of(queryPrefix + query)).getFirst();
    }

    /** Embeds texts, in batches; all vectors have the same length. */
    List<float[]> ofTexts(List<String> texts) throws ToolException, InterruptedException {
        List<float[]> vectors = new ArrayList<>();
        for (int from = 0; from < texts.size(); from += BATCH) {
            vectors.addAll(ask(texts.subList(from, Math.min(texts.size(), from + BATCH)).stream()
                    .map(text -> documentPrefix + text).toList()));
            if (vectors.getLast().length != vectors.getFirst().length) {
                throw new ToolException("The embeddings server sent vectors of different lengths");
            }
        }
        return vectors;
    }

    private List<float[]> ask(List<String> texts) throws ToolException, InterruptedException {
        ArrayNode input = Json.array();
        texts.forEach(input::add);
        ObjectNode asked = Json.object().put("model", model);
        asked.set("input", input);
        asked.put("encoding_format", "float");
        JsonNode data = service.post("/embeddings", asked).path("data");
        float[][] vectors = new float[texts.size()][];
        for (int at = 0; at < data.size(); at++) {
            int index = data.path(at).path("index").asInt(at);
            if (index < 0 || index >= vectors.length || vectors[index] != null) {
                throw new ToolException("The embeddings server sent a vector that belongs to no text");
            }
            vectors[index] = vector(data.path(at).path("embedding"));
        }
        if (Arrays.asList(vectors).contains(null)) {
            throw new ToolException("The embeddings server sent " + data.size() + " vectors for " + texts.size()
                    + " texts");
        }
        return List.of(vectors);
    }

    private static float[] vector(JsonNode numbers) throws ToolException {
        if (!numbers.isArray() || numbers.isEmpty() || numbers.size() > MAX_DIMENSIONS) {
            throw new ToolException("The embeddings server sent no list of at most " + MAX_DIMENSIONS + " numbers");
        }
        double[] values = new double[numbers.size()];
        double squares = 0;
        for (int at = 0; at < values.length; at++) {
            values[at] = numbers.path(at).asDouble(Double.NaN);
            squares += values[at] * values[at];
        }
        if (!Double.isFinite(squares) || squares == 0) {
            throw new ToolException("The embeddings server sent a vector without a direction");
        }
        float[] vector = new float[values.length];
        for (int at = 0; at < values.length; at++) {
            vector[at] = (float) (values[at] / Math.sqrt(squares));
        }
        return vector;
    }
}
