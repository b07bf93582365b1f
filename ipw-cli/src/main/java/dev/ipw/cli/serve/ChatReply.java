package dev.ipw.cli.serve;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.TokenUsage;
import dev.ipw.internal.json.Json;
import org.jspecify.annotations.Nullable;

/**
 * Write the objects of the chat completion protocol.
 *
 * @param id      the completion's id, the same in all its chunks
 * @param created seconds since 1970-01-01 UTC
 * @param model   the model's name
 */
record ChatReply(String id, long created, String model) {
    /** Write the whole answer. */
    ObjectNode completion(InferenceResponse response) {
        ObjectNode json = head("chat.completion");
        ObjectNode choice = choice(json, response.finishReason().orElse("stop"));
        choice.putObject("message").put("role", "assistant").put("content", response.text());
        json.set("usage", usage(response.usage()));
        return json;
    }

    /** Write the first chunk of a stream, which carries no token. */
    ObjectNode role() {
        ObjectNode json = head("chat.completion.chunk");
        choice(json, null).putObject("delta").put("role", "assistant").putNull("content");
        return json;
    }

    /** Write a piece of the answer. */
    ObjectNode content(String text) {
        ObjectNode json = head("chat.completion.chunk");
        choice(json, null).putObject("delta").put("content", text);
        return json;
    }

    /** Write the chunk that says why the answer ended. */
    ObjectNode finish(String reason) {
        ObjectNode json = head("chat.completion.chunk");
        choice(json, reason).putObject("delta");
        return json;
    }

    /** Write the chunk that carries the counts. */
    ObjectNode usageChunk(TokenUsage usage) {
        ObjectNode json = head("chat.completion.chunk");
        json.putArray("choices");
        json.set("usage", usage(usage));
        return json;
    }

    private ObjectNode head(String object) {
        return Json.object().put("id", id).put("object", object).put("created", created).put("model", model);
    }

    private static ObjectNode choice(ObjectNode json, @Nullable String finishReason) {
        return json.putArray("choices").addObject().put("index", 0).put("finish_reason", finishReason);
    }

    private static ObjectNode usage(TokenUsage usage) {
        ObjectNode json = Json.object();
        usage.input().ifPresent(count -> json.put("prompt_tokens", count));
        usage.output().ifPresent(count -> json.put("completion_tokens", count));
        usage.total().ifPresent(count -> json.put("total_tokens", count));
        return json;
    }
}
