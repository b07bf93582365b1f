package dev.ipw.inference.testing;

import dev.ipw.internal.json.Json;
import java.util.List;
import java.util.stream.Collectors;

class OpenAiClientContractTests extends ClientContract {
    @Override
    protected String id() {
        return "openai";
    }

    @Override
    protected String recordings() {
        return "openai-chat";
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
        return "text/event-stream";
    }

    @Override
    protected String opening() {
        return event("{\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":null}}]}");
    }

    @Override
    protected String piece(String text) {
        return event("{\"choices\":[{\"index\":0,\"delta\":{\"content\":" + quoted(text) + "}}]}");
    }

    @Override
    protected String ending(int output) {
        return event("{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}")
                + event("{\"choices\":[],\"usage\":" + usage(output) + "}") + event("[DONE]");
    }

    @Override
    protected String streamedError(String words) {
        return event("{\"error\":{\"message\":" + quoted(words) + "}}");
    }

    @Override
    protected String whole(String text) {
        return "{\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":" + quoted(text)
                + "},\"finish_reason\":\"stop\"}],\"usage\":" + usage(3) + "}";
    }

    @Override
    protected String models(List<String> names) {
        return "{\"data\":[" + names.stream().map(name -> "{\"id\":" + quoted(name) + "}")
                .collect(Collectors.joining(",")) + "]}";
    }

    private static String usage(int output) {
        return "{\"prompt_tokens\":12,\"completion_tokens\":" + output + ",\"total_tokens\":" + (12 + output) + "}";
    }

    private static String quoted(String text) {
        return Json.write(Json.fromPlain(text));
    }

    private static String event(String data) {
        return "data: " + data + "\n\n";
    }
}
