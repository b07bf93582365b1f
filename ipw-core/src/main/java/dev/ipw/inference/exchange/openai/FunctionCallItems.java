package dev.ipw.inference.exchange.openai;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.exchange.AnswerText;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import static dev.ipw.inference.exchange.AnswerFields.text;

/**
 * The calls of functions among the items of a streamed response. Later events refer to the item by its id, its call's
 * id or its place; servers differ in which of them they send.
 */
final class FunctionCallItems {
    private static final String TYPE = "function_call";

    private final AnswerText answer;
    private final Map<String, String> keys = new HashMap<>();
    private final Set<String> withArguments = new HashSet<>();
    private int begun;

    FunctionCallItems(AnswerText answer) {
        this.answer = answer;
    }

    /** Returns whether an item is a call of a function. */
    static boolean isCall(JsonNode item) {
        return text(item, "type").equals(TYPE);
    }

    /** Returns whether no call arrived among the events. */
    boolean none() {
        return begun == 0;
    }

    /** Takes a call from a whole response. */
    static void whole(JsonNode item, AnswerText answer, long nanos) throws InferenceException {
        answer.wholeToolCall(text(item, "call_id"), text(item, "name"), text(item, "arguments"), nanos);
    }

    /** Takes the beginning of a call: its name counts as tokens. */
    void begin(JsonNode event, long nanos) throws InferenceException {
        JsonNode item = event.path("item");
        String key = "item " + begun++;
        for (String name : new String[]{text(item, "id"), text(item, "call_id"), place(event)}) {
            if (!name.isEmpty()) {
                keys.put(name, key);
            }
        }
        take(key, text(item, "call_id"), text(item, "name"), text(item, "arguments"), nanos);
    }

    /** Takes a piece of the arguments. Returns true if it counts as tokens. */
    boolean piece(JsonNode event, String arguments, long nanos) throws InferenceException {
        if (arguments.isEmpty()) {
            return false;
        }
        take(key(event), "", "", arguments, nanos);
        return true;
    }

    /**
     * Takes the complete arguments, which count as tokens only if no piece of them arrived. Returns true if they do.
     */
    boolean done(JsonNode event, long nanos) throws InferenceException {
        return closing(key(event), text(event, "arguments"), nanos);
    }

    /**
     * Takes the complete item, which counts as tokens only as far as it did not arrive before. Returns true if it does.
     */
    boolean itemDone(JsonNode event, long nanos) throws InferenceException {
        JsonNode item = event.path("item");
        String known = known(text(item, "id"), text(item, "call_id"), place(event));
        if (known.isEmpty()) {
            begin(event, nanos);
            return true;
        }
        return closing(known, text(item, "arguments"), nanos);
    }

    /** Takes an item of the whole response at the end of the stream; one that did not arrive before is omitted. */
    void settle(JsonNode item) throws InferenceException {
        String known = known(text(item, "id"), text(item, "call_id"));
        if (!known.isEmpty() && !text(item, "arguments").isEmpty()) {
            answer.settleToolCall(known, text(item, "arguments"));
        }
    }

    /**
     * Takes the final arguments, which replace the pieces: some servers send the arguments with the beginning of a call
     * and again in pieces.
     */
    private boolean closing(String key, String arguments, long nanos) throws InferenceException {
        if (arguments.isEmpty()) {
            return false;
        }
        if (withArguments.contains(key)) {
            answer.settleToolCall(key, arguments);
            return false;
        }
        take(key, "", "", arguments, nanos);
        return true;
    }

    private void take(String key, String id, String name, String arguments, long nanos) throws InferenceException {
        if (!arguments.isEmpty()) {
            withArguments.add(key);
        }
        answer.toolCall(key, id, name, arguments, nanos);
    }

    private String key(JsonNode event) {
        String known = known(text(event, "item_id"), text(event, "call_id"), place(event));
        return known.isEmpty() ? "item " + Math.max(0, begun - 1) : known;
    }

    private String known(String... names) {
        for (String name : names) {
            String key = keys.get(name);
            if (key != null) {
                return key;
            }
        }
        return "";
    }

    private static String place(JsonNode event) {
        return event.path("output_index").isIntegralNumber() ? "at " + event.path("output_index").asText() : "";
    }
}
