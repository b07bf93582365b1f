package dev.ipw.meter.engine;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import dev.ipw.meter.engine.HttpConnection.Request;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A request for an answer, as the body and the headers ask for it. A token is four characters of the prompt.
 *
 * @param format       the form of its answer
 * @param isStreamed   whether it is streamed
 * @param promptTokens the tokens of its prompt
 * @param most         the maximum of tokens that it allows
 * @param exactly      the tokens of its answer, by the header {@value #ANSWER_TOKENS}
 * @param blocks       the blocks of its prompt for the prefix cache
 */
record Asked(AnswerFormat format, boolean isStreamed, int promptTokens, OptionalInt most, OptionalInt exactly,
        List<Long> blocks) {
    static final String ANSWER_TOKENS = "x-engine-answer-tokens";

    private static final int CHARACTERS_PER_TOKEN = 4;
    private static final Set<String> TEXTS = Set.of("messages", "prompt", "input", "system", "instructions");
    private static final Set<String> LABELS = Set.of("role", "type");
    private static final Set<String> LIMITS = Set.of("max_tokens", "max_completion_tokens", "max_output_tokens");

    /** Reads a request; fails if the body is no JSON object, or the path is unknown. */
    static Asked of(Request request, String id) throws JsonSyntaxException {
        JsonNode body = Json.parse(request.body());
        StringBuilder text = new StringBuilder();
        TEXTS.stream().sorted().forEach(field -> collect(body.path(field), text));
        int tokens = Math.max(1, (text.length() + CHARACTERS_PER_TOKEN - 1) / CHARACTERS_PER_TOKEN);
        OptionalInt most = LIMITS.stream().filter(body::has).mapToInt(limit -> body.path(limit).asInt()).min();
        if (body.path("options").has("num_predict")) {
            most = OptionalInt.of(body.path("options").path("num_predict").asInt());
        }
        String exactly = request.headers().get(ANSWER_TOKENS);
        boolean isOllama = request.path().startsWith("/api/");
        return new Asked(format(request.path(), id, body, tokens), body.path("stream").asBoolean(isOllama), tokens,
                most.orElse(0) > 0 ? most : OptionalInt.empty(),
                exactly == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(exactly)), blocks(text));
    }

    private static AnswerFormat format(String path, String id, JsonNode body, int promptTokens) {
        String model = AnswerFormat.quoted(body.path("model").asText("scripted"));
        long now = Instant.now().getEpochSecond();
        boolean hasUsage = body.path("stream_options").path("include_usage").asBoolean(false);
        return switch (path) {
            case "/v1/chat/completions" -> new AnswerFormat.Chat("chatcmpl-" + id, model, now, hasUsage);
            case "/v1/completions" -> new AnswerFormat.Completion("cmpl-" + id, model, now, hasUsage);
            case "/v1/responses" -> new AnswerFormat.Response("resp_" + id, model, now);
            case "/v1/messages" -> new AnswerFormat.Messages("msg_" + id, model, promptTokens);
            case "/api/chat" -> new AnswerFormat.Ollama(model, true);
            case "/api/generate" -> new AnswerFormat.Ollama(model, false);
            default -> throw new IllegalArgumentException("No answers at " + path);
        };
    }

    private static void collect(JsonNode node, StringBuilder text) {
        if (node.isTextual()) {
            text.append(node.textValue());
        }
        node.fieldNames().forEachRemaining(field -> {
            if (!LABELS.contains(field)) {
                collect(node.path(field), text);
            }
        });
        if (node.isArray()) {
            node.forEach(part -> collect(part, text));
        }
    }

    private static List<Long> blocks(CharSequence text) {
        List<Long> blocks = new ArrayList<>();
        long hash = 1;
        int length = EngineRequest.BLOCK_TOKENS * CHARACTERS_PER_TOKEN;
        for (int i = 0; i < text.length() / length * length; i++) {
            hash = hash * 1_000_003 + text.charAt(i);
            if ((i + 1) % length == 0) {
                blocks.add(hash);
            }
        }
        return blocks;
    }
}
