package dev.ipw.meter.gateway;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.inference.relay.BodyEditor;
import dev.ipw.inference.relay.CallProtocol;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import dev.ipw.meter.RequestFigures;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * An editor that puts the joules of a request beside its token counts, in the last event of a stream that has them or
 * in a whole answer. All other bytes are unchanged.
 */
final class EnergyInsertion implements BodyEditor {
    private static final byte[] DATA = "data:".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NOTHING = new byte[0];
    private static final String ENERGY = "energy";

    private final CallProtocol protocol;
    private final boolean isEvents;
    private final boolean isLines;
    private final Consumer<JsonNode> prompts;
    private final Consumer<JsonNode> ends;
    private final Supplier<RequestFigures> figures;
    private boolean isDone;

    /**
     * Creates the editor of one answer.
     *
     * @param isEvents whether the answer is a stream of events
     * @param isLines  whether it is a stream of JSON lines
     * @param prompts  receives each earlier message with token counts, which may have those of the prompt
     * @param ends     receives the message with all token counts
     * @param figures  gives the figures as they are known with these counts
     */
    EnergyInsertion(CallProtocol protocol, boolean isEvents, boolean isLines,
            Consumer<JsonNode> prompts, Consumer<JsonNode> ends, Supplier<RequestFigures> figures) {
        this.prompts = prompts;
        this.ends = ends;
        this.protocol = protocol;
        this.isEvents = isEvents;
        this.isLines = isLines;
        this.figures = figures;
    }

    @Override
    public boolean isOfLines() {
        return isEvents || isLines;
    }

    @Override
    public byte[] edit(byte[] part) {
        byte[] prefix = isEvents ? DATA : NOTHING;
        boolean mayHaveCounts = part.length > prefix.length
                && Arrays.equals(part, 0, prefix.length, prefix, 0, prefix.length)
                && contains(part, counts());
        if (isDone || !mayHaveCounts) {
            return part;
        }
        byte[] json = Arrays.copyOfRange(part, prefix.length, part.length);
        try {
            JsonNode message = Json.parseTolerant(json);
            if (!isLast(message)) {
                prompts.accept(message);
                return part;
            }
            ends.accept(message);
            int place = place(json, isResponseEvent());
            if (place < 0) {
                return part;
            }
            isDone = true;
            byte[] energy = inserted(figures.get()).getBytes(StandardCharsets.UTF_8);
            byte[] edited = new byte[part.length + energy.length];
            int at = prefix.length + place;
            System.arraycopy(part, 0, edited, 0, at);
            System.arraycopy(energy, 0, edited, at, energy.length);
            System.arraycopy(part, at, edited, at + energy.length, part.length - at);
            return edited;
        } catch (JsonSyntaxException | IOException notJson) {
            return part;
        }
    }

    private static String inserted(RequestFigures known) {
        return "\"" + ENERGY + "\":" + Json.write(RequestJson.energy(known)) + ","
                + known.hosted().map(hosted -> "\"" + RequestJson.HOSTED + "\":"
                        + Json.write(RequestJson.hosted(hosted)) + ",").orElse("");
    }

    private static boolean contains(byte[] bytes, byte[] wanted) {
        for (int i = 0; i + wanted.length <= bytes.length; i++) {
            if (bytes[i] == wanted[0] && Arrays.equals(bytes, i, i + wanted.length, wanted, 0, wanted.length)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the field before which the joules are put. */
    private String field() {
        return switch (protocol) {
            case GENERATE_CONTENT, STREAM_GENERATE_CONTENT, EMBED_CONTENT, BATCH_EMBED_CONTENTS -> "usageMetadata";
            case OLLAMA_CHAT, OLLAMA_GENERATE -> "done";
            case OLLAMA_EMBED, OLLAMA_EMBEDDINGS -> "prompt_eval_count";
            default -> "usage";
        };
    }

    private byte[] counts() {
        return ("\"" + field() + "\"").getBytes(StandardCharsets.US_ASCII);
    }

    private boolean isResponseEvent() {
        return protocol == CallProtocol.RESPONSES && isEvents;
    }

    private boolean isLast(JsonNode message) {
        JsonNode holder = isResponseEvent() ? message.path("response") : message;
        if (holder.has(ENERGY)) {
            return false;
        }
        if (protocol == CallProtocol.OLLAMA_CHAT || protocol == CallProtocol.OLLAMA_GENERATE) {
            return holder.path("done").asBoolean(false);
        }
        boolean hasCounts = !holder.path(field()).isMissingNode() && !holder.path(field()).isNull();
        String type = message.path("type").asText("");
        return hasCounts && (!isEvents || switch (protocol) {
            case CHAT, COMPLETIONS -> message.path("choices").isEmpty()
                    || hasText(message.path("choices"), "finish_reason");
            case RESPONSES -> type.equals("response.completed") || type.equals("response.incomplete");
            case MESSAGES -> type.equals("message_delta");
            default -> hasText(message.path("candidates"), "finishReason");
        });
    }

    private static boolean hasText(JsonNode list, String field) {
        for (JsonNode one : list) {
            if (one.path(field).isTextual()) {
                return true;
            }
        }
        return false;
    }

    /** Returns where the field begins, in the object itself or in its response; negative if it is not found. */
    private int place(byte[] json, boolean isInResponse) throws IOException {
        try (JsonParser tokens = Json.tokens(json)) {
            tokens.nextToken();
            return isInResponse && !skipTo(tokens, "response")
                    ? -1
                    : isInResponse && tokens.currentToken() != JsonToken.START_OBJECT ? -1 : placeIn(tokens);
        }
    }

    private static boolean skipTo(JsonParser tokens, String field) throws IOException {
        while (tokens.nextToken() == JsonToken.FIELD_NAME) {
            boolean isFound = tokens.currentName().equals(field);
            tokens.nextToken();
            if (isFound) {
                return true;
            }
            tokens.skipChildren();
        }
        return false;
    }

    private int placeIn(JsonParser tokens) throws IOException {
        while (tokens.nextToken() == JsonToken.FIELD_NAME) {
            if (tokens.currentName().equals(field())) {
                return (int) tokens.currentTokenLocation().getByteOffset();
            }
            tokens.nextToken();
            tokens.skipChildren();
        }
        return -1;
    }
}
