package dev.ipw.meter.gateway;

import java.util.List;
import java.util.Optional;

/** The requests and answers of each API: 12 tokens in, 3 out; 0 out for embeddings. */
enum ApiCase {
    CHAT("/v1/chat/completions",
            "{\"model\":\"m\",\"stream\":STREAM,\"stream_options\":{\"include_usage\":true},"
                    + "\"messages\":[{\"role\":\"user\",\"content\":\"2+2=\"}],\"temperature\":1.00}",
            Optional.of(List.of(
                    event("{\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}"),
                    event("{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Fo\"}}]}"),
                    event("{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"ür 🙂\"}}]}"),
                    event("{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}"),
                    event("{\"choices\": [], \"usage\": {\"prompt_tokens\":12,\"completion_tokens\":3,"
                            + "\"total_tokens\":15,\"prompt_tokens_details\":{\"cached_tokens\":4}}}"),
                    event("[DONE]"))),
            "{\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\"Four\"},"
                    + "\"finish_reason\":\"stop\"}],\n \"usage\":{\"prompt_tokens\":12,\"completion_tokens\":3,"
                    + "\"total_tokens\":15}}",
            3),
    COMPLETIONS("/v1/completions", "{\"model\":\"m\",\"stream\":STREAM,\"stream_options\":{\"include_usage\":true},"
            + "\"prompt\":\"2+2=\"}",
            Optional.of(List.of(event("{\"choices\":[{\"index\":0,\"text\":\"Four\"}]}"),
                    event("{\"choices\":[{\"index\":0,\"text\":\"\",\"finish_reason\":\"stop\"}],"
                            + "\"usage\":{\"prompt_tokens\":12,\"completion_tokens\":3}}"),
                    event("[DONE]"))),
            "{\"choices\":[{\"index\":0,\"text\":\"Four\",\"finish_reason\":\"stop\"}],"
                    + "\"usage\":{\"prompt_tokens\":12,\"completion_tokens\":3}}",
            3),
    RESPONSES("/v1/responses", "{\"model\":\"m\",\"stream\":STREAM,\"input\":\"2+2=\"}",
            Optional.of(List.of(
                    typed("response.created", "\"response\":{\"status\":\"in_progress\",\"usage\":null}"),
                    typed("response.output_text.delta", "\"output_index\":0,\"delta\":\"Four\""),
                    typed("response.completed", "\"response\":{\"status\":\"completed\",\"output\":[],"
                            + "\"usage\":{\"input_tokens\":12,\"output_tokens\":3,\"total_tokens\":15}}"))),
            "{\"object\":\"response\",\"status\":\"completed\",\"output\":[{\"type\":\"message\",\"content\":"
                    + "[{\"type\":\"output_text\",\"text\":\"Four\"}]}],"
                    + "\"usage\":{\"input_tokens\":12,\"output_tokens\":3,\"total_tokens\":15}}",
            3),
    MESSAGES("/v1/messages", "{\"model\":\"m\",\"max_tokens\":9,\"stream\":STREAM,"
            + "\"messages\":[{\"role\":\"user\",\"content\":\"2+2=\"}]}",
            Optional.of(List.of(
                    typed("message_start", "\"message\":{\"usage\":{\"input_tokens\":12,\"output_tokens\":1}}"),
                    typed("content_block_delta", "\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"Four\"}"),
                    typed("message_delta", "\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":{\"output_tokens\":3}"),
                    typed("message_stop", "\"x\":0"))),
            "{\"type\":\"message\",\"content\":[{\"type\":\"text\",\"text\":\"Four\"}],\"stop_reason\":\"end_turn\","
                    + "\"usage\":{\"input_tokens\":12,\"output_tokens\":3}}",
            3),
    GEMINI("/v1beta/models/m:GENERATE", "{\"contents\":[{\"role\":\"user\",\"parts\":[{\"text\":\"2+2=\"}]}]}",
            Optional.of(List.of(
                    event("{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"Fo\"}]}}],"
                            + "\"usageMetadata\":{\"promptTokenCount\":12}}"),
                    event("{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"ur\"}]},\"finishReason\":\"STOP\"}],"
                            + "\"usageMetadata\":{\"promptTokenCount\":12,\"candidatesTokenCount\":3,"
                            + "\"totalTokenCount\":15}}"))),
            "{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"Four\"}]},\"finishReason\":\"STOP\"}],"
                    + "\"usageMetadata\":{\"promptTokenCount\":12,\"candidatesTokenCount\":3,\"totalTokenCount\":15}}",
            3),
    OLLAMA_CHAT("/api/chat",
            "{\"model\":\"m\",\"stream\":STREAM,\"messages\":[{\"role\":\"user\",\"content\":\"2+2=\"}]}",
            Optional.of(List.of(
                    "{\"model\":\"m\",\"message\":{\"role\":\"assistant\",\"content\":\"Fo\"},\"done\":false}\n",
                    "{\"model\":\"m\",\"message\":{\"role\":\"assistant\",\"content\":\"ur\"},\"done\":false}\n",
                    "{\"model\":\"m\",\"message\":{\"role\":\"assistant\",\"content\":\"\"},\"done_reason\":\"stop\","
                            + "\"done\":true,\"prompt_eval_count\":12,\"eval_count\":3}\n")),
            "{\"model\":\"m\",\"message\":{\"role\":\"assistant\",\"content\":\"Four\"},\"done\":true,"
                    + "\"prompt_eval_count\":12,\"eval_count\":3}",
            3),
    OLLAMA_GENERATE("/api/generate", "{\"model\":\"m\",\"stream\":STREAM,\"prompt\":\"2+2=\"}",
            Optional.of(List.of("{\"model\":\"m\",\"response\":\"Fo\",\"done\":false}\n",
                    "{\"model\":\"m\",\"response\":\"ur\",\"done\":true,\"prompt_eval_count\":12,\"eval_count\":3}\n")),
            "{\"model\":\"m\",\"response\":\"Four\",\"done\":true,\"prompt_eval_count\":12,\"eval_count\":3}", 3),
    EMBEDDINGS("/v1/embeddings", "{\"model\":\"m\",\"input\":[\"2+2=\",\"a\"]}", Optional.empty(),
            "{\"object\":\"list\",\"data\":[{\"embedding\":[0.25,-1e-3]}],"
                    + "\"usage\":{\"prompt_tokens\":12,\"total_tokens\":12}}",
            0),
    OLLAMA_EMBED("/api/embed", "{\"model\":\"m\",\"input\":\"2+2=\"}", Optional.empty(),
            "{\"model\":\"m\",\"embeddings\":[[0.25,-1e-3]],\"prompt_eval_count\":12}", 0);

    private final String path;
    private final String body;
    private final Optional<List<String>> pieces;
    private final String whole;
    private final int output;

    ApiCase(String path, String body, Optional<List<String>> pieces, String whole, int output) {
        this.path = path;
        this.body = body;
        this.pieces = pieces;
        this.whole = whole;
        this.output = output;
    }

    String path(boolean isStream) {
        return path.replace("GENERATE", isStream ? "streamGenerateContent?alt=sse" : "generateContent");
    }

    String body(boolean isStream) {
        return body.replace("STREAM", String.valueOf(isStream));
    }

    boolean streams() {
        return pieces.isPresent();
    }

    String answer(boolean isStream) {
        return isStream ? String.join("", pieces.orElseThrow()) : whole;
    }

    int output() {
        return output;
    }

    String contentType(boolean isStream) {
        return !isStream ? "application/json" : path.startsWith("/api/") ? "application/x-ndjson" : "text/event-stream";
    }

    private static String event(String json) {
        return "data: " + json + "\n\n";
    }

    private static String typed(String type, String fields) {
        return "event: " + type + "\ndata: {\"type\":\"" + type + "\"," + fields + "}\n\n";
    }
}
