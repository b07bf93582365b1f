package dev.ipw.inference.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.internal.json.Json;
import java.util.List;
import java.util.stream.Collectors;

class GeminiClientContractTests extends ClientContract {
    @Override
    protected String id() {
        return "gemini";
    }

    @Override
    protected String recordings() {
        return "gemini";
    }

    /** Whether to stream stands in the address. */
    @Override
    protected JsonNode asWhole(ObjectNode streamed) {
        return streamed;
    }

    @Override
    protected String keyVariable() {
        return "GEMINI_API_KEY";
    }

    @Override
    protected boolean asksForAStream(ScriptedServer.Request request) {
        return request.path().equals("/v1beta/models/m:streamGenerateContent?alt=sse");
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
        return "data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":" + quoted(text)
                + "}],\"role\":\"model\"},\"index\":0}],\"modelVersion\":\"m\"}\r\n\r\n";
    }

    @Override
    protected String ending(int output) {
        return "data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"\"}],\"role\":\"model\"},"
                + "\"finishReason\":\"STOP\",\"index\":0}]," + usage(output) + "}\r\n\r\n";
    }

    @Override
    protected String streamedError(String words) {
        return "data: {\"error\":{\"code\":503,\"message\":" + quoted(words) + ",\"status\":\"UNAVAILABLE\"}}\r\n\r\n";
    }

    @Override
    protected String whole(String text) {
        return "{\"candidates\":[{\"content\":{\"parts\":[{\"text\":" + quoted(text)
                + "}],\"role\":\"model\"},\"finishReason\":\"STOP\",\"index\":0}]," + usage(3) + "}";
    }

    @Override
    protected String models(List<String> names) {
        return "{\"models\":[" + names.stream().map(name -> "{\"name\":" + quoted("models/" + name) + "}")
                .collect(Collectors.joining(",")) + "]}";
    }

    private static String usage(int output) {
        return "\"usageMetadata\":{\"promptTokenCount\":12,\"candidatesTokenCount\":" + output
                + ",\"totalTokenCount\":" + (12 + output) + "}";
    }

    private static String quoted(String text) {
        return Json.write(Json.fromPlain(text));
    }
}
