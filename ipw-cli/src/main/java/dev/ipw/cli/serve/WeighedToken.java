package dev.ipw.cli.serve;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.inference.TokenProbability;
import dev.ipw.internal.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A token of an answer, and the likeliest tokens at its position.
 *
 * @param chosen    the token of the answer
 * @param likeliest the likeliest first
 */
record WeighedToken(TokenProbability chosen, List<TokenProbability> likeliest) {
    /** Returns tokens in the JSON form that OpenAI and Ollama share. */
    static ArrayNode json(List<WeighedToken> tokens) {
        ArrayNode list = Json.array();
        for (WeighedToken token : tokens) {
            ArrayNode likeliest = Json.array();
            token.likeliest.forEach(one -> likeliest.add(json(one)));
            list.add(json(token.chosen).set("top_logprobs", likeliest));
        }
        return list;
    }

    private static ObjectNode json(TokenProbability token) {
        ObjectNode json = Json.object().put("token", token.text()).put("logprob", token.logProbability());
        ArrayNode bytes = json.putArray("bytes");
        for (byte one : token.text().getBytes(StandardCharsets.UTF_8)) {
            bytes.add(Byte.toUnsignedInt(one));
        }
        return json;
    }
}
