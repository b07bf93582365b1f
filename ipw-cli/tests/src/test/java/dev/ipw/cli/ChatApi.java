package dev.ipw.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Names the forms in which servers answer, with a sound example of each: a list of what comes one after the other. */
enum ChatApi {
    OPENAI_STREAM("openai", "/v1", "text/event-stream", true, """
            [{"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":"4"}}]},
             {"model":"m","choices":[{"index":0,"delta":{"reasoning_content":"hm","content":"2"}}],
              "usage":{"completion_tokens":2},"timings":{"predicted_n":2}},
             {"model":"m","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]},
             {"model":"m","choices":[],"usage":{"prompt_tokens":7,"completion_tokens":4,"total_tokens":11,
              "prompt_tokens_details":{"cached_tokens":3,"cache_write_tokens":1},
              "completion_tokens_details":{"reasoning_tokens":1},"queue_time":0.1,"prompt_time":0.2,"total_time":0.5},
              "timings":{"prompt_ms":3.5,"predicted_ms":9.5,"cache_n":3}}]"""),
    OPENAI_WHOLE("openai", "/v1", "application/json", false, """
            [{"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"42"},"finish_reason":"stop"}],
              "usage":{"prompt_tokens":7,"completion_tokens":4,"total_tokens":11,
              "completion_tokens_details":{"reasoning_tokens":1}},"timings":{"prompt_ms":3.5,"predicted_ms":9.5}}]"""),
    OLLAMA_STREAM("ollama", "", "application/x-ndjson", false, """
            [{"model":"m","message":{"role":"assistant","content":"4"},"done":false},
             {"model":"m","message":{"role":"assistant","content":"2"},"done":false},
             {"model":"m","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop",
              "prompt_eval_count":7,"eval_count":3,"total_duration":5000000,"load_duration":1000,
              "prompt_eval_duration":2000,"eval_duration":3000}]"""),
    ANTHROPIC_STREAM("anthropic", "", "text/event-stream", true, """
            [{"type":"message_start","message":{"model":"m","usage":{"input_tokens":7,"cache_read_input_tokens":2,
              "cache_creation_input_tokens":1,"cache_creation":{"ephemeral_1h_input_tokens":1},"output_tokens":1}}},
             {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}},
             {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"42"}},
             {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":3,
              "output_tokens_details":{"thinking_tokens":0}}},
             {"type":"message_stop"}]"""),
    GEMINI_STREAM("gemini", "", "text/event-stream", true, """
            [{"modelVersion":"m","candidates":[{"index":0,"content":{"parts":[{"text":"4"}]}}],
              "usageMetadata":{"promptTokenCount":7,"candidatesTokenCount":1,"totalTokenCount":8}},
             {"modelVersion":"m","candidates":[{"index":0,"content":{"parts":[{"text":"2"}]},"finishReason":"STOP"}],
              "usageMetadata":{"promptTokenCount":7,"candidatesTokenCount":3,"thoughtsTokenCount":2,
              "cachedContentTokenCount":2,"toolUsePromptTokenCount":1,"totalTokenCount":13}}]""");

    private static final ObjectMapper JSON = new ObjectMapper();

    private final String client;
    private final String path;
    private final String contentType;
    private final boolean events;
    private final JsonNode example;

    ChatApi(String client, String path, String contentType, boolean events, String example) {
        this.client = client;
        this.path = path;
        this.contentType = contentType;
        this.events = events;
        this.example = parse(example);
    }

    private static JsonNode parse(String json) {
        try {
            return new ObjectMapper().readTree(json);
        } catch (JsonProcessingException wrong) {
            throw new IllegalStateException(wrong);
        }
    }

    String client() {
        return client;
    }

    /** Return the path behind which the server stands. */
    String path() {
        return path;
    }

    /** Change nothing, one value or several, or the bytes. */
    HostileServer.Answer reply(SplittableRandom random) {
        JsonNode tree = example;
        for (int changes = random.nextInt(4); changes > 0; changes--) {
            tree = HostileJson.of(tree, random).tree();
        }
        byte[] body = text(tree).getBytes(StandardCharsets.UTF_8);
        return HostileServer.sound(contentType,
                random.nextInt(6) == 0 ? HostileBytes.damage(body, random) : body);
    }

    private String text(JsonNode pieces) {
        List<String> texts = pieces.isArray()
                ? StreamSupport.stream(pieces.spliterator(), false).map(ChatApi::json).toList()
                : List.of(json(pieces));
        return texts.stream().map(json -> events ? "data: " + json + "\n\n" : json + "\n")
                .collect(Collectors.joining("", "", this == OPENAI_STREAM ? "data: [DONE]\n\n" : ""));
    }

    private static String json(JsonNode node) {
        try {
            return JSON.writeValueAsString(node);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Return a list of models as this server would, mostly a sound one. */
    HostileServer.Answer models(SplittableRandom random) {
        JsonNode sound = parse("{\"data\":[{\"id\":\"m\"}],\"models\":[{\"name\":\"m\"},{\"name\":\"models/m\"}],"
                + "\"capabilities\":[\"completion\"],\"details\":{},\"model_info\":{}}");
        JsonNode tree = random.nextInt(4) == 0 ? HostileJson.of(sound, random).tree() : sound;
        byte[] body = json(tree).getBytes(StandardCharsets.UTF_8);
        return HostileServer.sound("application/json",
                random.nextInt(10) == 0 ? HostileBytes.damage(body, random) : body);
    }
}
