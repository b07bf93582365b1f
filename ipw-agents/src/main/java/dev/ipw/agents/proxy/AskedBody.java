package dev.ipw.agents.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import java.nio.charset.StandardCharsets;

/**
 * The body of a request to a model.
 *
 * @param json      the body; an empty object if it is not JSON
 * @param isStream  whether the answer is to be streamed
 * @param addsUsage whether the token counts were requested by the proxy, and not by the program
 * @param bytes     the bytes for the server
 */
record AskedBody(JsonNode json, boolean isStream, boolean addsUsage, byte[] bytes) {
    private static final String STREAM_OPTIONS = "stream_options";
    private static final String INCLUDE_USAGE = "include_usage";
    private static final byte[] ASKS_FOR_USAGE = "\"stream_options\":{\"include_usage\":true},"
            .getBytes(StandardCharsets.US_ASCII);

    /**
     * Reads a body, and requests the token counts of a stream if the program does not and the server needs the
     * request.
     */
    static AskedBody of(CallProtocol protocol, ProgramRequest request) {
        byte[] body = request.body();
        JsonNode json = read(body);
        boolean isStream = protocol.isStream(request, json);
        JsonNode options = json.path(STREAM_OPTIONS);
        // A value that is not an object is for the server to reject.
        boolean canAdd = options.isMissingNode() || options.isNull() || options.isObject();
        boolean adds = isStream && protocol.countsOnDemand() && canAdd
                && !options.path(INCLUDE_USAGE).asBoolean(false);
        if (!adds) {
            return new AskedBody(json, isStream, false, body);
        }
        if (!options.isMissingNode()) {
            ObjectNode changed = json.deepCopy();
            changed.withObject("/" + STREAM_OPTIONS).put(INCLUDE_USAGE, true);
            return new AskedBody(json, true, true, Json.writeBytes(changed));
        }
        return new AskedBody(json, true, true, withUsage(body));
    }

    private static JsonNode read(byte[] body) {
        try {
            JsonNode json = Json.parseTolerant(body);
            return json.isObject() ? json : Json.object();
        } catch (JsonSyntaxException notJson) {
            // The server reports the error in it.
            return Json.object();
        }
    }

    /** Returns the body with the request for token counts; everything else is unchanged byte for byte. */
    private static byte[] withUsage(byte[] body) {
        int start = 0;
        while (body[start] != '{') {
            start++;
        }
        byte[] changed = new byte[body.length + ASKS_FOR_USAGE.length];
        System.arraycopy(body, 0, changed, 0, start + 1);
        System.arraycopy(ASKS_FOR_USAGE, 0, changed, start + 1, ASKS_FOR_USAGE.length);
        System.arraycopy(body, start + 1, changed, start + 1 + ASKS_FOR_USAGE.length, body.length - start - 1);
        return changed;
    }
}
