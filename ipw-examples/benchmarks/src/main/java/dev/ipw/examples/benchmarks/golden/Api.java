package dev.ipw.examples.benchmarks.golden;

import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.anthropic.AnthropicClient;
import dev.ipw.inference.ollama.OllamaClient;
import dev.ipw.inference.openai.OpenAiClient;
import java.util.Arrays;

/** An API with its form of streaming and its client. */
enum Api {
    /** OpenAI's chat completions. */
    OPENAI("/v1/chat/completions", "text/event-stream", "", """
            data: {"choices":[{"index":0,"delta":{"content":"%s"}}]}

            """, """
            data: {"choices":[{"index":0,"delta":{},"finish_reason":"length"}]}

            data: {"choices":[],"usage":{"prompt_tokens":1,"completion_tokens":%d,"total_tokens":%2$d}}

            data: [DONE]

            """) {
        @Override
        InferenceClient client(String address, String model) {
            return OpenAiClient.builder(address).model(model).build();
        }
    },
    /** Ollama's chat. */
    OLLAMA("/api/chat", "application/x-ndjson", "", """
            {"message":{"role":"assistant","content":"%s"},"done":false}
            """, """
            {"message":{"role":"assistant","content":""},"done":true,"prompt_eval_count":1,"eval_count":%d}
            """) {
        @Override
        InferenceClient client(String address, String model) {
            return OllamaClient.builder(address).model(model).build();
        }
    },
    /** Anthropic's messages. */
    ANTHROPIC("/v1/messages", "text/event-stream", """
            event: message_start
            data: {"type":"message_start","message":{"usage":{"input_tokens":1,"output_tokens":1}}}

            """, """
            event: content_block_delta
            data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"%s"}}

            """, """
            event: message_delta
            data: {"type":"message_delta","delta":{"stop_reason":"max_tokens"},"usage":{"output_tokens":%d}}

            event: message_stop
            data: {"type":"message_stop"}

            """) {
        @Override
        InferenceClient client(String address, String model) {
            return AnthropicClient.builder(address).model(model).build();
        }
    };

    private final String path;
    private final String streamType;
    private final String opening;
    private final String piece;
    private final String ending;

    Api(String path, String streamType, String opening, String piece, String ending) {
        this.path = path;
        this.streamType = streamType;
        this.opening = opening;
        this.piece = piece;
        this.ending = ending;
    }

    /** Finds the API of a request. */
    static Api at(String path) {
        return Arrays.stream(values()).filter(api -> api.path.equals(path)).findFirst().orElseThrow();
    }

    /** Makes a client that asks for a model. */
    abstract InferenceClient client(String address, String model);

    String streamType() {
        return streamType;
    }

    String opening() {
        return opening;
    }

    String piece(String text) {
        return String.format(piece, text);
    }

    String ending(int tokens) {
        return String.format(ending, tokens, tokens + 1);
    }
}
