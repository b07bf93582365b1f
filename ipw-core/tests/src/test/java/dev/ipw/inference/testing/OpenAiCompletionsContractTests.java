package dev.ipw.inference.testing;

import dev.ipw.inference.exchange.ProtocolFeatures.Feature;
import dev.ipw.internal.json.Json;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

class OpenAiCompletionsContractTests extends ClientContract {
    @Override
    protected String id() {
        return "openai";
    }

    @Override
    protected Map<String, String> parameters() {
        return Map.of("api", "completions");
    }

    @Override
    protected String recordings() {
        return "";
    }

    @Override
    protected Set<Feature> lacking() {
        return EnumSet.allOf(Feature.class);
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
        return "";
    }

    @Override
    protected String piece(String text) {
        return event("{\"choices\":[{\"index\":0,\"text\":" + quoted(text) + ",\"finish_reason\":null}]}");
    }

    @Override
    protected String ending(int output) {
        return event("{\"choices\":[{\"index\":0,\"text\":\"\",\"finish_reason\":\"stop\"}]}")
                + event("{\"choices\":[],\"usage\":" + usage(output) + "}") + event("[DONE]");
    }

    @Override
    protected String streamedError(String words) {
        return event("{\"error\":{\"message\":" + quoted(words) + "}}");
    }

    @Override
    protected String whole(String text) {
        return "{\"choices\":[{\"index\":0,\"text\":" + quoted(text)
                + ",\"finish_reason\":\"stop\"}],\"usage\":" + usage(3) + "}";
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
