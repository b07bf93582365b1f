package dev.ipw.inference.relay;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.ipw.internal.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request to a model, and its properties as far as it is JSON.
 *
 * @param bytes      the bytes for the server
 * @param isStream   whether the answer is to be streamed
 * @param addsUsage  whether the token counts were requested by the relay, and not by the client
 * @param model      the requested model; empty without one
 * @param user       the user that the client names; empty without one
 * @param characters the number of characters of the prompt
 * @param tokens     the number of tokens of a prompt that is given as tokens
 * @param images     the number of images and recordings in the prompt
 */
public record AskedBody(byte[] bytes, boolean isStream, boolean addsUsage, Optional<String> model,
        Optional<String> user, long characters, long tokens, int images) {
    /**
     * Reads a body, and requests the token counts of a stream if the client does not and the server needs the request.
     * Everything else is unchanged byte for byte.
     */
    static AskedBody of(CallProtocol protocol, ClientRequest request, boolean mayAddUsage) {
        byte[] body = request.body();
        Scan scan = new Scan(body);
        scan.run();
        boolean isStream = protocol.isStream(request, Optional.ofNullable(scan.stream));
        byte[] asked = isStream && mayAddUsage && protocol.countsOnDemand() ? scan.withUsage() : body;
        return new AskedBody(asked, isStream, asked != body, protocol.model(request).or(
                () -> Optional.ofNullable(scan.model)), Optional.ofNullable(scan.user), scan.characters, scan.tokens,
                scan.images);
    }

    /** A reading of a body from its first byte to its last, which keeps nothing of it. */
    private static final class Scan {
        private static final Set<String> PROMPTS = Set.of("messages", "prompt", "suffix", "input", "instructions",
                "system", "contents", "content", "requests", "systemInstruction", "system_instruction", "tools",
                "functions", "template", "context");
        /** Prompts whose field names a model reads too. */
        private static final Set<String> SCHEMAS = Set.of("tools", "functions");
        /** Fields in a prompt that are no text of it. */
        private static final Set<String> MARKS = Set.of("role", "type", "id", "tool_call_id", "tool_use_id", "call_id",
                "media_type", "mimeType", "mime_type", "detail", "format", "model", "taskType", "cache_control");
        private static final Set<String> MEDIA = Set.of("url", "image_url", "data", "images", "image", "file_data",
                "fileUri", "file_uri");
        private static final String STREAM_OPTIONS = "stream_options";
        private static final String INCLUDE_USAGE = "include_usage";
        private static final int MAX_NAME = 1_000;

        private final byte[] body;
        private @Nullable Boolean stream;
        private @Nullable String model;
        private @Nullable String user;
        private long characters;
        private long tokens;
        private int images;
        private boolean isObject;
        private Edit edit = new Edit(0, 0, "");

        Scan(byte[] body) {
            this.body = body;
        }

        /** The text that replaces bytes of the body so that the server counts tokens; empty if it cannot, or does. */
        private record Edit(long start, int length, String text) {}

        void run() {
            try (JsonParser json = Json.tokens(body)) {
                if (json.nextToken() != JsonToken.START_OBJECT) {
                    return;
                }
                edit = new Edit(start(json) + 1, 0, "\"stream_options\":{\"include_usage\":true},");
                while (json.nextToken() == JsonToken.FIELD_NAME) {
                    field(json, json.currentName());
                }
                isObject = json.nextToken() == null;
            } catch (IOException notJson) {
                // The server reports the error in it.
                isObject = false;
            }
        }

        private static long start(JsonParser json) {
            return json.currentTokenLocation().getByteOffset();
        }

        private void field(JsonParser json, String name) throws IOException {
            JsonToken value = json.nextToken();
            switch (name) {
                case "model" -> model = text(json, value, model);
                case "user", "safety_identifier" -> user = text(json, value, user);
                case "stream" -> stream = isTrue(json, value);
                case "metadata" -> metadata(json, value);
                case STREAM_OPTIONS -> options(json, value);
                default -> {
                    if (PROMPTS.contains(name)) {
                        prompt(json, value, name, SCHEMAS.contains(name));
                    } else {
                        json.skipChildren();
                    }
                }
            }
        }

        private static @Nullable String text(JsonParser json, JsonToken value, @Nullable String before)
                throws IOException {
            if (value != JsonToken.VALUE_STRING) {
                json.skipChildren();
                return before;
            }
            int length = Math.min(json.getTextLength(), MAX_NAME);
            return length == 0 ? before : new String(json.getTextCharacters(), json.getTextOffset(), length);
        }

        private static boolean isTrue(JsonParser json, JsonToken value) throws IOException {
            json.skipChildren();
            return value == JsonToken.VALUE_TRUE
                    || (value == JsonToken.VALUE_STRING && json.getText().strip().equals("true"))
                    || (value == JsonToken.VALUE_NUMBER_INT && json.getDoubleValue() != 0);
        }

        private void metadata(JsonParser json, JsonToken value) throws IOException {
            if (value != JsonToken.START_OBJECT) {
                json.skipChildren();
                return;
            }
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                JsonToken member = json.nextToken();
                if (name.equals("user_id")) {
                    user = text(json, member, user);
                } else {
                    json.skipChildren();
                }
            }
        }

        /** Finds the place where the counts are requested. A value that is no object is for the server to reject. */
        private void options(JsonParser json, JsonToken value) throws IOException {
            long start = start(json);
            edit = new Edit(0, 0, "");
            if (value == JsonToken.VALUE_NULL) {
                edit = new Edit(start, "null".length(), "{\"include_usage\":true}");
            } else if (value == JsonToken.START_OBJECT) {
                boolean isEmpty = true;
                Optional<Edit> found = Optional.empty();
                while (json.nextToken() == JsonToken.FIELD_NAME) {
                    isEmpty = false;
                    boolean isUsage = json.currentName().equals(INCLUDE_USAGE);
                    JsonToken member = json.nextToken();
                    if (isUsage) {
                        found = Optional.of(switch (member) {
                            case VALUE_FALSE, VALUE_NULL -> new Edit(start(json), json.getText().length(), "true");
                            default -> new Edit(0, 0, "");
                        });
                    }
                    json.skipChildren();
                }
                edit = found.orElse(
                        new Edit(start + 1, 0, "\"include_usage\":true" + (isEmpty ? "" : ",")));
            } else {
                json.skipChildren();
            }
        }

        private void prompt(JsonParser json, JsonToken value, String name, boolean areNamesText) throws IOException {
            switch (value) {
                case START_OBJECT -> {
                    while (json.nextToken() == JsonToken.FIELD_NAME) {
                        String inner = json.currentName();
                        characters += areNamesText ? inner.length() : 0;
                        prompt(json, json.nextToken(), inner, areNamesText);
                    }
                }
                case START_ARRAY -> {
                    for (JsonToken item = json.nextToken(); item != JsonToken.END_ARRAY
                            && item != null; item = json.nextToken()) {
                        prompt(json, item, name, areNamesText);
                    }
                }
                case VALUE_STRING -> {
                    if (MEDIA.contains(name)) {
                        images++;
                    } else if (!MARKS.contains(name)) {
                        characters += json.getTextLength();
                    }
                }
                case VALUE_NUMBER_INT -> tokens += name.equals("prompt") || name.equals("input") ? 1 : 0;
                default -> {
                    // Nothing else is read by a model.
                }
            }
        }

        /** Returns the body with the request for token counts; the same array if it cannot be added, or is there. */
        byte[] withUsage() {
            if (!isObject || edit.text.isEmpty() || edit.start < 0) {
                return body;
            }
            byte[] added = edit.text.getBytes(StandardCharsets.US_ASCII);
            int start = (int) edit.start;
            byte[] changed = new byte[body.length + added.length - edit.length];
            System.arraycopy(body, 0, changed, 0, start);
            System.arraycopy(added, 0, changed, start, added.length);
            System.arraycopy(body, start + edit.length, changed, start + added.length,
                    body.length - start - edit.length);
            return changed;
        }
    }
}
