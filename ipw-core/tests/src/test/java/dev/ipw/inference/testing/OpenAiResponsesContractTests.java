package dev.ipw.inference.testing;

import dev.ipw.internal.json.Json;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

class OpenAiResponsesContractTests extends ClientContract {
    @Override
    protected String id() {
        return "openai";
    }

    @Override
    protected Map<String, String> parameters() {
        return Map.of("api", "responses");
    }

    @Override
    protected String recordings() {
        return "openai-responses";
    }

    @Override
    protected List<String> callIds() {
        return List.of("call_Xw7bQ2", "call_t9LmZ4");
    }

    @Override
    protected String keyVariable() {
        return "OPENAI_API_KEY";
    }

    @Override
    protected String streamType() {
        return "text/event-stream; charset=utf-8";
    }

    @Override
    protected String opening() {
        return event("response.created", "\"response\":{\"status\":\"in_progress\",\"error\":null,\"usage\":null}")
                + event("response.in_progress", "\"response\":{}")
                + event("response.output_item.added", "\"item\":{\"type\":\"message\",\"content\":[]}")
                + event("response.content_part.added", "\"part\":{\"type\":\"output_text\",\"text\":\"\"}");
    }

    @Override
    protected String piece(String text) {
        return event("response.output_text.delta", "\"output_index\":0,\"delta\":" + quoted(text));
    }

    @Override
    protected String ending(int output) {
        return event("response.output_text.done", "\"text\":\"all of it again\"")
                + event("response.completed", "\"response\":" + response("all of it again", output));
    }

    @Override
    protected String streamedError(String words) {
        return event("response.failed", "\"response\":{\"status\":\"failed\",\"error\":{\"code\":\"server_error\","
                + "\"message\":" + quoted(words) + "}}");
    }

    @Override
    protected String whole(String text) {
        return response(text, 3);
    }

    @Override
    protected String models(List<String> names) {
        return "{\"data\":[" + names.stream().map(name -> "{\"id\":" + quoted(name) + "}")
                .collect(Collectors.joining(",")) + "]}";
    }

    private static String response(String text, int output) {
        return "{\"object\":\"response\",\"status\":\"completed\",\"error\":null,\"incomplete_details\":null,"
                + "\"output\":[{\"type\":\"reasoning\",\"summary\":[]},{\"type\":\"message\",\"role\":\"assistant\","
                + "\"content\":[{\"type\":\"output_text\",\"text\":" + quoted(text) + "}]}],\"usage\":"
                + "{\"input_tokens\":12,\"output_tokens\":" + output + ",\"total_tokens\":" + (12 + output) + "}}";
    }

    private static String quoted(String text) {
        return Json.write(Json.fromPlain(text));
    }

    private static String event(String type, String fields) {
        return "event: " + type + "\ndata: {\"type\":\"" + type + "\"," + fields + "}\n\n";
    }
}
