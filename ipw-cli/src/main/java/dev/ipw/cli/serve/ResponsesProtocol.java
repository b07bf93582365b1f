package dev.ipw.cli.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.Message;
import dev.ipw.internal.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The reader of requests for OpenAI's responses. Nothing is stored, so each request contains the whole conversation.
 */
final class ResponsesProtocol {
    private static final MessageReader MESSAGES = new MessageReader(Set.of("system", "developer", "user", "assistant"),
            Set.of("input_text", "output_text"));
    private static final String LOGPROBS = "message.output_text.logprobs";
    private static final int MAX_LIKELIEST = 20;

    private ResponsesProtocol() {}

    /** Reads a request. */
    static ServedRequest read(Fields body) throws BadRequest {
        String model = body.requiredText("model");
        Optional<String> instructions = body.text("instructions");
        GenerationOptions options = options(body);
        boolean stream = body.flag("stream", false);
        OptionalInt likeliest = likeliest(body);
        Optional<JsonNode> metadata = body.value("metadata");
        body.accept("user", "safety_identifier", "prompt_cache_key", "parallel_tool_calls");
        acceptOnlyWithin(body, "text", "format", Map.of("type", "text"));
        body.acceptOnly("tool_choice", "none", "auto");
        body.acceptOnly("truncation", "auto");
        body.acceptOnly("service_tier", "auto", "default");
        body.acceptOnly("store", false);
        body.acceptOnly("background", false);
        acceptOnlyWithin(body, "stream_options", "include_obfuscation", false);
        List<Message> conversation = conversation(body, instructions);
        body.end();
        ObjectNode echo = Json.object().put("instructions", instructions.orElse(null));
        echo.set("metadata", metadata.orElseGet(Json::object));
        put(echo, "temperature", options.temperature());
        put(echo, "top_p", options.topP());
        options.maxTokens().ifPresent(most -> echo.put("max_output_tokens", most));
        return new ServedRequest(model, new InferenceRequest(conversation, options), 1, stream, likeliest,
                new ResponsesWriter(model, echo));
    }

    private static void acceptOnlyWithin(Fields body, String object, String name, Object value) throws BadRequest {
        Optional<Fields> within = body.object(object);
        if (within.isPresent()) {
            within.get().acceptOnly(name, value);
            within.get().end();
        }
    }

    private static void put(ObjectNode echo, String name, OptionalDouble value) {
        value.ifPresentOrElse(number -> echo.put(name, number), () -> echo.putNull(name));
    }

    private static List<Message> conversation(Fields body, Optional<String> instructions) throws BadRequest {
        List<Message> conversation = new ArrayList<>();
        instructions.map(Message::system).ifPresent(conversation::add);
        JsonNode input = body.value("input").orElseThrow(() -> body.refused("input", "is missing or empty"));
        if (input.isTextual()) {
            conversation.add(Message.user(input.textValue()));
        } else {
            conversation.addAll(MESSAGES.messages(body, "input"));
        }
        return conversation;
    }

    private static GenerationOptions options(Fields body) throws BadRequest {
        return new GenerationOptions(body.real("temperature", 0, Double.MAX_VALUE), body.nucleus("top_p"),
                body.count("max_output_tokens", 1, Integer.MAX_VALUE), OptionalLong.empty(), List.of(), Map.of());
    }

    private static OptionalInt likeliest(Fields body) throws BadRequest {
        List<String> include = body.texts("include");
        if (!List.of(LOGPROBS).containsAll(include)) {
            throw body.wrong("include", "takes " + LOGPROBS + " alone");
        }
        OptionalInt likeliest = body.count("top_logprobs", 0, MAX_LIKELIEST);
        if (likeliest.isPresent() && include.isEmpty()) {
            throw body.refused("top_logprobs", "needs 'include': [\"" + LOGPROBS + "\"]");
        }
        return include.isEmpty() ? OptionalInt.empty() : OptionalInt.of(likeliest.orElse(0));
    }
}
