package dev.ipw.agents.proxy;

import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.anthropic.AnthropicClient;
import dev.ipw.inference.openai.OpenAiClient;
import dev.ipw.internal.json.Json;
import java.time.Duration;

/** How a server speaks in each of the protocols: 12 tokens in, 3 out. */
enum Speech {
    CHAT {
        @Override
        InferenceClient client(String address, String key) {
            return OpenAiClient.builder(address + "/v1").model("m").apiKey(key).totalTimeout(Duration.ofHours(1))
                    .build();
        }

        @Override
        String opening() {
            return data(
                    "{\"model\":\"m-1\",\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":null}}]}");
        }

        @Override
        String piece(String text) {
            return data("{\"choices\":[{\"index\":0,\"delta\":{\"content\":" + quoted(text) + "}}]}");
        }

        @Override
        String toolCall() {
            return data("{\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"c1\",\"function\":"
                    + "{\"name\":\"look\",\"arguments\":\"{\\\"at\\\":1}\"}}]}}]}");
        }

        @Override
        String ending() {
            return data("{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}")
                    + data("{\"choices\":[],\"usage\":{\"prompt_tokens\":12,\"completion_tokens\":3,\"total_tokens\":15}}")
                    + data("[DONE]");
        }

        @Override
        String error(String words) {
            return data("{\"error\":{\"message\":" + quoted(words) + "}}");
        }

        @Override
        String whole(String text) {
            return "{\"model\":\"m-1\",\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":"
                    + quoted(text) + "},\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":12,"
                    + "\"completion_tokens\":3,\"total_tokens\":15}}";
        }
    },
    RESPONSES {
        @Override
        InferenceClient client(String address, String key) {
            return OpenAiClient.builder(address + "/v1").model("m").apiKey(key).api(OpenAiClient.Api.RESPONSES)
                    .totalTimeout(Duration.ofHours(1)).build();
        }

        @Override
        String opening() {
            return event("response.created", "\"response\":{\"status\":\"in_progress\"}");
        }

        @Override
        String piece(String text) {
            return event("response.output_text.delta", "\"output_index\":0,\"delta\":" + quoted(text));
        }

        @Override
        String toolCall() {
            return event("response.output_item.done", "\"output_index\":1,\"item\":{\"type\":\"function_call\","
                    + "\"id\":\"f1\",\"call_id\":\"c1\",\"name\":\"look\",\"arguments\":\"{\\\"at\\\":1}\"}");
        }

        @Override
        String ending() {
            return event("response.completed", "\"response\":" + whole("all of it again"));
        }

        @Override
        String error(String words) {
            return event("response.failed", "\"response\":{\"status\":\"failed\",\"error\":{\"message\":"
                    + quoted(words) + "}}");
        }

        @Override
        String whole(String text) {
            return "{\"object\":\"response\",\"status\":\"completed\",\"model\":\"m-1\",\"output\":[{\"type\":\"message\","
                    + "\"role\":\"assistant\",\"content\":[{\"type\":\"output_text\",\"text\":" + quoted(text)
                    + "}]}],\"usage\":{\"input_tokens\":12,\"output_tokens\":3,\"total_tokens\":15}}";
        }
    },
    MESSAGES {
        @Override
        InferenceClient client(String address, String key) {
            return AnthropicClient.builder(address).model("m").apiKey(key).totalTimeout(Duration.ofHours(1)).build();
        }

        @Override
        String opening() {
            return event("message_start", "\"message\":{\"model\":\"m-1\",\"usage\":{\"input_tokens\":12,"
                    + "\"output_tokens\":1}}") + event("content_block_start",
                            "\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}");
        }

        @Override
        String piece(String text) {
            return event("content_block_delta",
                    "\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":" + quoted(text)
                            + "}");
        }

        @Override
        String toolCall() {
            return event("content_block_start", "\"index\":1,\"content_block\":{\"type\":\"tool_use\",\"id\":\"c1\","
                    + "\"name\":\"look\",\"input\":{\"at\":1}}");
        }

        @Override
        String ending() {
            return event("message_delta", "\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":{\"output_tokens\":3}")
                    + event("message_stop", "\"x\":0");
        }

        @Override
        String error(String words) {
            return event("error", "\"error\":{\"type\":\"overloaded_error\",\"message\":" + quoted(words) + "}");
        }

        @Override
        String whole(String text) {
            return "{\"type\":\"message\",\"model\":\"m-1\",\"content\":[{\"type\":\"text\",\"text\":" + quoted(text)
                    + "}],\"stop_reason\":\"end_turn\",\"usage\":{\"input_tokens\":12,\"output_tokens\":3}}";
        }
    };

    /** A client of our own; the address has no path. */
    abstract InferenceClient client(String address, String key);

    abstract String opening();

    abstract String piece(String text);

    abstract String toolCall();

    abstract String ending();

    abstract String error(String words);

    abstract String whole(String text);

    private static String quoted(String text) {
        return Json.write(Json.fromPlain(text));
    }

    private static String data(String json) {
        return "data: " + json + "\n\n";
    }

    private static String event(String type, String fields) {
        return "event: " + type + "\ndata: {\"type\":\"" + type + "\"," + fields + "}\n\n";
    }
}
