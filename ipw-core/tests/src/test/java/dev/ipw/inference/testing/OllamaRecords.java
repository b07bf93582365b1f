package dev.ipw.inference.testing;

import dev.ipw.internal.json.Json;

/** Write records as Ollama's documentation shows them. */
public final class OllamaRecords {
    private OllamaRecords() {}

    /** A record of the visible answer. */
    public static String content(String text) {
        return message("\"content\":" + quoted(text));
    }

    /** A record with fields of a message. */
    public static String message(String fields) {
        return "{\"model\":\"m\",\"created_at\":\"2026-01-01T00:00:00.123456789Z\",\"message\":{\"role\":\"assistant\","
                + fields + "},\"done\":false}";
    }

    /** The last record, with further fields behind a comma. */
    public static String done(String text, String fields) {
        return "{\"model\":\"m\",\"created_at\":\"2026-01-01T00:00:01Z\",\"message\":{\"role\":\"assistant\",\"content\":"
                + quoted(text) + "},\"done\":true,\"done_reason\":\"stop\"" + fields + "}";
    }

    /** A text as JSON. */
    public static String quoted(String text) {
        return Json.write(Json.fromPlain(text));
    }
}
