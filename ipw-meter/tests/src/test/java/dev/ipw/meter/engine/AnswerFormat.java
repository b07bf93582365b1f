package dev.ipw.meter.engine;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.ipw.internal.json.Json;
import java.time.Instant;
import java.util.OptionalInt;

/** The form of an answer on the wire, streamed and whole. The words of answers need no escapes. */
interface AnswerFormat {
    /** Returns the content type of a stream. */
    default String streamType() {
        return "text/event-stream; charset=utf-8";
    }

    /** Returns the beginning of a stream, before any token. */
    String begin();

    /** Returns words of a stream. */
    String words(String words);

    /** Returns the end of a stream. */
    String end(String text, Counts counts);

    /** Returns the whole answer. */
    String whole(String text, Counts counts);

    /**
     * The counts of an answer.
     *
     * @param prompt  the tokens of the prompt
     * @param cached  those served from a cache; empty if the server does not report them
     * @param answer  the tokens of the answer
     * @param isCut   whether it ended at the maximum that was asked for
     * @param nanos   the time that it took
     */
    record Counts(int prompt, OptionalInt cached, int answer, boolean isCut, long nanos) {
        String reason(String stopped, String cut) {
            return isCut ? cut : stopped;
        }
    }

    /** Returns text as JSON. */
    static String quoted(String text) {
        return Json.write(JsonNodeFactory.instance.textNode(text));
    }

    private static String data(String json) {
        return "data: " + json + "\n\n";
    }

    private static String event(String type, String fields) {
        return "event: " + type + "\n" + data("{\"type\":\"" + type + "\"" + fields + "}");
    }

    private static String openAiUsage(Counts counts) {
        String details = counts.cached().isPresent()
                ? ",\"prompt_tokens_details\":{\"cached_tokens\":" + counts.cached().getAsInt() + "}"
                : "";
        return "\"usage\":{\"prompt_tokens\":" + counts.prompt() + ",\"completion_tokens\":" + counts.answer()
                + ",\"total_tokens\":" + (counts.prompt() + counts.answer()) + details + "}";
    }

    /**
     * Chat completions of OpenAI.
     *
     * @param id       its name
     * @param model    the model, as JSON
     * @param created  the second in which it was asked for
     * @param hasUsage whether a stream ends with the counts
     */
    record Chat(String id, String model, long created, boolean hasUsage) implements AnswerFormat {
        private String head(String object) {
            return "{\"id\":\"" + id + "\",\"object\":\"" + object + "\",\"created\":" + created
                    + ",\"model\":" + model + ",";
        }

        private String choice(String delta, String reason) {
            return data(head("chat.completion.chunk") + "\"choices\":[{\"index\":0,\"delta\":{" + delta
                    + "},\"finish_reason\":" + reason + "}]}");
        }

        @Override
        public String begin() {
            return choice("\"role\":\"assistant\",\"content\":\"\"", "null");
        }

        @Override
        public String words(String words) {
            return choice("\"content\":\"" + words + "\"", "null");
        }

        @Override
        public String end(String text, Counts counts) {
            String usage = hasUsage
                    ? data(head("chat.completion.chunk") + "\"choices\":[]," + openAiUsage(counts) + "}")
                    : "";
            return choice("", "\"" + counts.reason("stop", "length") + "\"") + usage + data("[DONE]");
        }

        @Override
        public String whole(String text, Counts counts) {
            return head("chat.completion")
                    + "\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\""
                    + text + "\"},\"finish_reason\":\"" + counts.reason("stop", "length") + "\"}],"
                    + openAiUsage(counts) + "}";
        }
    }

    /**
     * Completions of OpenAI.
     *
     * @param id       its name
     * @param model    the model, as JSON
     * @param created  the second in which it was asked for
     * @param hasUsage whether a stream ends with the counts
     */
    record Completion(String id, String model, long created, boolean hasUsage) implements AnswerFormat {
        private String completion(String choices, String usage) {
            return "{\"id\":\"" + id + "\",\"object\":\"text_completion\",\"created\":" + created
                    + ",\"model\":" + model + ",\"choices\":[" + choices + "]" + usage + "}";
        }

        private static String choice(String text, String reason) {
            return "{\"index\":0,\"text\":\"" + text + "\",\"finish_reason\":" + reason + "}";
        }

        @Override
        public String begin() {
            return "";
        }

        @Override
        public String words(String words) {
            return data(completion(choice(words, "null"), ""));
        }

        @Override
        public String end(String text, Counts counts) {
            return data(completion(choice("", "\"" + counts.reason("stop", "length") + "\""), ""))
                    + (hasUsage ? data(completion("", "," + openAiUsage(counts))) : "") + data("[DONE]");
        }

        @Override
        public String whole(String text, Counts counts) {
            return completion(choice(text, "\"" + counts.reason("stop", "length") + "\""), "," + openAiUsage(counts));
        }
    }

    /**
     * Responses of OpenAI.
     *
     * @param id      its name
     * @param model   the model, as JSON
     * @param created the second in which it was asked for
     */
    record Response(String id, String model, long created) implements AnswerFormat {
        private String response(String status, String output, String usage) {
            return "{\"id\":\"" + id + "\",\"object\":\"response\",\"created_at\":" + created
                    + ",\"status\":\"" + status + "\",\"model\":" + model + ",\"output\":[" + output + "]"
                    + usage + "}";
        }

        private String item(String status, String content) {
            return "{\"id\":\"msg_" + id + "\",\"type\":\"message\",\"status\":\"" + status
                    + "\",\"role\":\"assistant\",\"content\":[" + content + "]}";
        }

        private static String part(String text) {
            return "{\"type\":\"output_text\",\"text\":\"" + text + "\",\"annotations\":[]}";
        }

        private String place() {
            return ",\"item_id\":\"msg_" + id + "\",\"output_index\":0,\"content_index\":0";
        }

        @Override
        public String begin() {
            String running = ",\"response\":" + response("in_progress", "", "");
            return event("response.created", running) + event("response.in_progress", running)
                    + event("response.output_item.added", ",\"output_index\":0,\"item\":" + item("in_progress", ""))
                    + event("response.content_part.added", place() + ",\"part\":" + part(""));
        }

        @Override
        public String words(String words) {
            return event("response.output_text.delta", place() + ",\"delta\":\"" + words + "\"");
        }

        @Override
        public String end(String text, Counts counts) {
            return event("response.output_text.done", place() + ",\"text\":\"" + text + "\"")
                    + event("response.content_part.done", place() + ",\"part\":" + part(text))
                    + event("response.output_item.done",
                            ",\"output_index\":0,\"item\":" + item("completed", part(text)))
                    + event(counts.reason("response.completed", "response.incomplete"),
                            ",\"response\":" + whole(text, counts));
        }

        @Override
        public String whole(String text, Counts counts) {
            String details = counts.isCut() ? ",\"incomplete_details\":{\"reason\":\"max_output_tokens\"}" : "";
            String cached = counts.cached().isPresent()
                    ? ",\"input_tokens_details\":{\"cached_tokens\":" + counts.cached().getAsInt() + "}"
                    : "";
            return response(counts.reason("completed", "incomplete"), item("completed", part(text)),
                    details + ",\"usage\":{\"input_tokens\":" + counts.prompt() + cached + ",\"output_tokens\":"
                            + counts.answer() + ",\"total_tokens\":" + (counts.prompt() + counts.answer()) + "}");
        }
    }

    /**
     * Messages of Anthropic.
     *
     * @param id           its name
     * @param model        the model, as JSON
     * @param promptTokens the tokens of the prompt
     */
    record Messages(String id, String model, int promptTokens) implements AnswerFormat {
        private String message(String content, String reason, String usage) {
            return "{\"id\":\"" + id + "\",\"type\":\"message\",\"role\":\"assistant\",\"model\":" + model
                    + ",\"content\":[" + content + "],\"stop_reason\":" + reason
                    + ",\"stop_sequence\":null,\"usage\":{" + usage + "}}";
        }

        private static String usage(Counts counts) {
            String cached = counts.cached().isPresent()
                    ? ",\"cache_read_input_tokens\":" + counts.cached().getAsInt()
                    : "";
            return "\"input_tokens\":" + (counts.prompt() - counts.cached().orElse(0)) + cached + ",\"output_tokens\":"
                    + counts.answer();
        }

        @Override
        public String begin() {
            return event("message_start",
                    ",\"message\":" + message("", "null", "\"input_tokens\":" + promptTokens + ",\"output_tokens\":1"))
                    + event("content_block_start",
                            ",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}")
                    + event("ping", "");
        }

        @Override
        public String words(String words) {
            return event("content_block_delta",
                    ",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"" + words + "\"}");
        }

        @Override
        public String end(String text, Counts counts) {
            return event("content_block_stop", ",\"index\":0")
                    + event("message_delta",
                            ",\"delta\":{\"stop_reason\":\"" + counts.reason("end_turn", "max_tokens")
                                    + "\",\"stop_sequence\":null},\"usage\":{" + usage(counts) + "}")
                    + event("message_stop", "");
        }

        @Override
        public String whole(String text, Counts counts) {
            return message("{\"type\":\"text\",\"text\":\"" + text + "\"}",
                    "\"" + counts.reason("end_turn", "max_tokens") + "\"", usage(counts));
        }
    }

    /**
     * Ollama's records, one a line.
     *
     * @param model  the model, as JSON
     * @param isChat whether it is a chat; otherwise the continuation of a text
     */
    record Ollama(String model, boolean isChat) implements AnswerFormat {
        @Override
        public String streamType() {
            return "application/x-ndjson";
        }

        private String line(String words, String rest) {
            String content = isChat
                    ? "\"message\":{\"role\":\"assistant\",\"content\":\"" + words + "\"}"
                    : "\"response\":\"" + words + "\"";
            return "{\"model\":" + model + ",\"created_at\":\"" + Instant.now() + "\"," + content + rest
                    + "}\n";
        }

        @Override
        public String begin() {
            return "";
        }

        @Override
        public String words(String words) {
            return line(words, ",\"done\":false");
        }

        @Override
        public String end(String text, Counts counts) {
            return whole("", counts);
        }

        @Override
        public String whole(String text, Counts counts) {
            return line(text, ",\"done\":true,\"done_reason\":\"" + counts.reason("stop", "length")
                    + "\",\"total_duration\":" + counts.nanos() + ",\"prompt_eval_count\":" + counts.prompt()
                    + ",\"eval_count\":" + counts.answer());
        }
    }
}
