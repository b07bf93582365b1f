package dev.ipw.cli.serve;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.internal.json.Json;
import java.util.OptionalLong;

/** The tokens of a stream so far, which each of its chunks tells. */
final class RunningUsage {
    private OptionalLong promptTokens = OptionalLong.empty();
    private long completionTokens;

    /** Note the tokens of the prompt, if they are known. */
    void prompted(OptionalLong count) {
        promptTokens = count;
    }

    /** Add tokens of an answer. */
    void generated(int count) {
        completionTokens += count;
    }

    ObjectNode json() {
        ObjectNode json = Json.object();
        promptTokens.ifPresent(count -> json.put("prompt_tokens", count));
        json.put("completion_tokens", completionTokens);
        promptTokens.ifPresent(count -> json.put("total_tokens", count + completionTokens));
        return json;
    }
}
