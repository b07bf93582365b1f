package dev.ipw.agents.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.inference.Message;
import dev.ipw.inference.relay.CallProtocol;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The messages of recorded calls, by protocol. */
final class CallMessages {
    private static final Map<CallProtocol, Function<JsonNode, List<Message>>> READERS = Map.of(
            CallProtocol.CHAT, ChatMessages::of, CallProtocol.COMPLETIONS, ChatMessages::ofPrompt,
            CallProtocol.RESPONSES, ResponsesMessages::of, CallProtocol.MESSAGES, AnthropicMessages::of,
            CallProtocol.GENERATE_CONTENT, GenerateContentMessages::of,
            CallProtocol.STREAM_GENERATE_CONTENT, GenerateContentMessages::of);

    private CallMessages() {}

    /** Returns the reader of a protocol's messages; empty if its calls are not recorded. */
    static Optional<Function<JsonNode, List<Message>>> of(CallProtocol protocol) {
        return Optional.ofNullable(READERS.get(protocol));
    }

    /** Reads the body of a request; an empty object if it is not a JSON object. */
    static JsonNode body(byte[] bytes) {
        try {
            JsonNode json = Json.parseTolerant(bytes);
            return json.isObject() ? json : Json.object();
        } catch (JsonSyntaxException notJson) {
            // The server reports the error in it.
            return Json.object();
        }
    }
}
