package dev.ipw.cli.serve;

import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** The reader of requests for OpenAI's chat completions. */
final class ChatProtocol {
    private static final MessageReader MESSAGES = new MessageReader(Set.of("system", "developer", "user", "assistant"),
            Set.of("text"));
    private static final int MAX_ANSWERS = 128;
    private static final int MAX_LIKELIEST = 20;

    private ChatProtocol() {}

    /** Reads a request. */
    static ServedRequest read(Fields body) throws BadRequest {
        String model = body.requiredText("model");
        InferenceRequest inference = new InferenceRequest(MESSAGES.messages(body, "messages"), options(body));
        boolean stream = body.flag("stream", false);
        int answers = body.count("n", 1, MAX_ANSWERS).orElse(1);
        OptionalInt likeliest = likeliest(body);
        Optional<Fields> streaming = body.object("stream_options");
        boolean includeUsage = flag(streaming, "include_usage");
        boolean isCountedAlong = flag(streaming, "continuous_usage_stats");
        if (streaming.isPresent()) {
            streaming.get().acceptOnly("include_obfuscation", false);
            streaming.get().end();
        }
        body.accept("user", "metadata", "safety_identifier", "prompt_cache_key", "parallel_tool_calls");
        body.acceptOnly("response_format", Map.of("type", "text"));
        body.acceptOnly("tool_choice", "none", "auto");
        body.acceptOnly("modalities", List.of("text"));
        body.acceptOnly("store", false);
        body.acceptOnly("service_tier", "auto", "default");
        body.acceptOnly("frequency_penalty", 0);
        body.acceptOnly("presence_penalty", 0);
        body.end();
        // Tokens are reported one by one if their probabilities are requested.
        OptionalInt told = likeliest.isEmpty() && isCountedAlong ? OptionalInt.of(0) : likeliest;
        return new ServedRequest(model, inference, answers, stream, told,
                new ChatWriter(model, likeliest.isPresent(), includeUsage, isCountedAlong));
    }

    private static GenerationOptions options(Fields body) throws BadRequest {
        OptionalInt older = body.count("max_tokens", 1, Integer.MAX_VALUE);
        OptionalInt newer = body.count("max_completion_tokens", 1, Integer.MAX_VALUE);
        return new GenerationOptions(body.real("temperature", 0, Double.MAX_VALUE), body.nucleus("top_p"),
                newer.isPresent() ? newer : older, body.whole("seed", Long.MIN_VALUE, Long.MAX_VALUE),
                body.texts("stop"), Map.of());
    }

    private static OptionalInt likeliest(Fields body) throws BadRequest {
        boolean wanted = body.flag("logprobs", false);
        OptionalInt likeliest = body.count("top_logprobs", 0, MAX_LIKELIEST);
        if (likeliest.isPresent() && !wanted) {
            throw body.refused("top_logprobs", "needs 'logprobs': true");
        }
        return wanted ? OptionalInt.of(likeliest.orElse(0)) : OptionalInt.empty();
    }

    private static boolean flag(Optional<Fields> options, String name) throws BadRequest {
        return options.isPresent() && options.get().flag(name, false);
    }
}
