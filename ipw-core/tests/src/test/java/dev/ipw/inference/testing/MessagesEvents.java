package dev.ipw.inference.testing;

import dev.ipw.internal.json.Json;

/** Write events as Anthropic's documentation shows them. */
public final class MessagesEvents {
    private MessagesEvents() {}

    /** An event of a type, with its fields. */
    public static String event(String type, String fields) {
        return "event: " + type + "\ndata: {\"type\":\"" + type + "\"" + (fields.isEmpty() ? "" : "," + fields)
                + "}\n\n";
    }

    /** The first event, with its usage. */
    public static String start(String usage) {
        return event("message_start", "\"message\":{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\","
                + "\"content\":[],\"model\":\"m\",\"stop_reason\":null,\"usage\":" + usage + "}");
    }

    /** The start of a block, given as JSON. */
    public static String blockStart(String block) {
        return event("content_block_start", "\"index\":0,\"content_block\":" + block);
    }

    /** The start of a block of text. */
    public static String textStart() {
        return blockStart("{\"type\":\"text\",\"text\":\"\"}");
    }

    /** A piece of a block, given as JSON. */
    public static String delta(String delta) {
        return event("content_block_delta", "\"index\":0,\"delta\":" + delta);
    }

    /** A piece of text. */
    public static String textDelta(String text) {
        return delta("{\"type\":\"text_delta\",\"text\":" + quoted(text) + "}");
    }

    /** The end of a block. */
    public static String blockStop() {
        return event("content_block_stop", "\"index\":0");
    }

    /** The last events. */
    public static String stop(String reason, String usage) {
        return blockStop() + event("message_delta", "\"delta\":{\"stop_reason\":\"" + reason
                + "\",\"stop_sequence\":null},\"usage\":" + usage) + event("message_stop", "");
    }

    /** A text as JSON. */
    public static String quoted(String text) {
        return Json.write(Json.fromPlain(text));
    }
}
