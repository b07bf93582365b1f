package dev.ipw.inference.relay;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import dev.ipw.internal.wire.SseReader;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * A filter that removes the event with only token counts from a stream, for a client that did not request it and may
 * not expect an event without choices. All other bytes are unchanged; a line is held back until it is complete.
 */
final class UsageEventFilter implements BodyFilter {
    private static final String DATA = "data:";
    private static final String USAGE = "\"usage\"";

    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private boolean leavesOutBlank;
    private boolean isPastBound;

    @Override
    public byte[] take(byte[] bytes, int offset, int length) {
        ByteArrayOutputStream passed = new ByteArrayOutputStream(length);
        for (int i = offset; i < offset + length; i++) {
            line.write(bytes[i]);
            if (bytes[i] == '\n') {
                endLine(passed);
            } else if (line.size() > SseReader.MAX_LINE_BYTES) {
                isPastBound = true;
                passed.writeBytes(rest());
            }
        }
        return passed.toByteArray();
    }

    @Override
    public byte[] rest() {
        byte[] held = line.toByteArray();
        line.reset();
        return held;
    }

    private void endLine(ByteArrayOutputStream passed) {
        byte[] whole = rest();
        boolean isStart = !isPastBound;
        isPastBound = false;
        if (leavesOutBlank && (whole.length == 1 || (whole.length == 2 && whole[0] == '\r'))) {
            leavesOutBlank = false;
        } else if (isStart && isUsageOnly(whole)) {
            leavesOutBlank = true;
        } else {
            leavesOutBlank = false;
            passed.writeBytes(whole);
        }
    }

    private static boolean isUsageOnly(byte[] whole) {
        if (whole.length < DATA.length() || whole[0] != 'd') {
            return false;
        }
        String text = new String(whole, StandardCharsets.UTF_8);
        if (!text.startsWith(DATA) || !text.contains(USAGE)) {
            return false;
        }
        try {
            JsonNode event = Json.parseTolerant(
                    text.substring(DATA.length()).strip().getBytes(StandardCharsets.UTF_8));
            return event.path("usage").isObject() && event.path("choices").isArray()
                    && event.path("choices").isEmpty();
        } catch (JsonSyntaxException otherText) {
            return false;
        }
    }
}
