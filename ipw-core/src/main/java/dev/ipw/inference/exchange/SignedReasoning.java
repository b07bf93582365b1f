package dev.ipw.inference.exchange;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The server's signatures of tool calls. Servers require them back with the calls, and refuse the results without them
 * if the model thinks. The oldest are dropped when there are too many.
 */
public final class SignedReasoning {
    private static final int MAX_CHARACTERS = 16 << 20;

    private final int mostCharacters;
    private final Map<String, String> byCall = new LinkedHashMap<>();
    private int characters;

    /** Creates an empty store. */
    public SignedReasoning() {
        this(MAX_CHARACTERS);
    }

    SignedReasoning(int mostCharacters) {
        this.mostCharacters = mostCharacters;
    }

    /**
     * Keeps a signed part.
     *
     * @param callId the id of the call
     * @param signed the part, unchanged from the server
     */
    public synchronized void keep(String callId, JsonNode signed) {
        String json = Json.write(signed);
        forget(byCall.remove(callId));
        byCall.put(callId, json);
        characters += json.length();
        for (Iterator<String> oldest = byCall.values().iterator(); characters > mostCharacters;) {
            characters -= oldest.next().length();
            oldest.remove();
        }
    }

    private void forget(@Nullable String json) {
        characters -= json == null ? 0 : json.length();
    }

    /**
     * Returns the signed part of a call.
     *
     * @param callId the id of the call
     * @return the part, unchanged from the server; empty if nothing is kept
     */
    public synchronized Optional<JsonNode> of(String callId) {
        return Optional.ofNullable(byCall.get(callId)).map(SignedReasoning::parse);
    }

    private static JsonNode parse(String json) {
        try {
            return Json.parse(json);
        } catch (JsonSyntaxException ownJson) {
            throw new IllegalStateException("JSON that was written here cannot be read", ownJson);
        }
    }
}
