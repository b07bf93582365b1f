package dev.ipw.agents.proxy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The response to a program; each piece is sent at once. */
final class ProgramResponse {
    /** Fields of one connection, and fields that this class writes. */
    private static final Set<String> OWN = Set.of("connection", "keep-alive", "transfer-encoding", "content-length",
            "trailer", "upgrade", "proxy-connection", "content-encoding");
    private static final int NO_CONTENT = 204;
    private static final int NOT_MODIFIED = 304;
    private static final byte[] LINE_END = {'\r', '\n'};
    private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final OutputStream out;
    private final ProgramRequest request;
    private boolean hasBegun;
    private boolean isChunked;
    private boolean hasBody;
    private boolean isWhole;

    ProgramResponse(OutputStream out, ProgramRequest request) {
        this.out = out;
        this.request = request;
    }

    /**
     * Passes the head of a response on.
     *
     * @param keepsLength whether the body is passed on unchanged, so that its length is valid
     */
    void begin(int status, Map<String, String> headers, boolean keepsLength) throws IOException {
        hasBegun = true;
        Map<String, String> fields = new LinkedHashMap<>();
        headers.forEach((name, value) -> {
            if (!OWN.contains(name)) {
                fields.put(name, value);
            }
        });
        String length = headers.get("content-length");
        boolean mayHaveBody = status != NO_CONTENT && status != NOT_MODIFIED;
        hasBody = mayHaveBody && !request.wantsHeadOnly();
        if (mayHaveBody && length != null && keepsLength) {
            fields.put("content-length", length);
        } else if (mayHaveBody && request.isModern()) {
            isChunked = hasBody;
            fields.put("transfer-encoding", "chunked");
        }
        if (!request.keepsOpen()) {
            fields.put("connection", "close");
        }
        StringBuilder head = new StringBuilder("HTTP/1.1 ").append(status).append(status == 200 ? " OK\r\n" : " \r\n");
        fields.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        out.write(head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
    }

    /** Sends a whole response of the proxy's own. */
    void refuse(Refusal refusal) throws IOException {
        byte[] body = refusal.body(request);
        begin(refusal.status(),
                Map.of("content-type", "application/json", "content-length", String.valueOf(body.length)), true);
        write(body, 0, body.length);
        end();
    }

    /** Sends a piece of the body. */
    void write(byte[] bytes, int offset, int length) throws IOException {
        if (!hasBody || length == 0) {
            return;
        }
        if (isChunked) {
            byte[] size = Integer.toHexString(length).getBytes(StandardCharsets.US_ASCII);
            byte[] chunk = new byte[size.length + length + 2 * LINE_END.length];
            System.arraycopy(size, 0, chunk, 0, size.length);
            System.arraycopy(LINE_END, 0, chunk, size.length, LINE_END.length);
            System.arraycopy(bytes, offset, chunk, size.length + LINE_END.length, length);
            System.arraycopy(LINE_END, 0, chunk, chunk.length - LINE_END.length, LINE_END.length);
            out.write(chunk);
        } else {
            out.write(bytes, offset, length);
        }
        out.flush();
    }

    /** Ends the response. */
    void end() throws IOException {
        if (isChunked) {
            out.write(LAST_CHUNK);
            out.flush();
        }
        isWhole = true;
    }

    /** Returns whether a response has started. */
    boolean hasBegun() {
        return hasBegun;
    }

    /** Returns whether the connection can carry another request. */
    boolean leavesConnectionUsable() {
        return isWhole && request.keepsOpen();
    }
}
