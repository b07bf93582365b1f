package dev.ipw.inference.relay;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** The response to a client; each piece is sent at once. */
final class ClientResponse {
    /** Fields of one connection, and fields that this class writes. */
    private static final Set<String> OWN = Set.of("connection", "keep-alive", "transfer-encoding", "content-length",
            "trailer", "upgrade", "proxy-connection", "content-encoding");
    private static final int NO_CONTENT = 204;
    private static final int NOT_MODIFIED = 304;
    private static final byte[] LINE_END = {'\r', '\n'};
    private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final OutputStream out;
    private final ClientRequest request;
    private final BooleanSupplier isClosing;
    private boolean hasBegun;
    private boolean isChunked;
    private boolean hasBody;
    private boolean isWhole;

    /**
     * Creates the response to a request.
     *
     * @param isClosing whether connections are closed after their responses now
     */
    ClientResponse(OutputStream out, ClientRequest request, BooleanSupplier isClosing) {
        this.out = out;
        this.request = request;
        this.isClosing = isClosing;
    }

    /**
     * Passes the head of a response on.
     *
     * @param added       fields of the relay, which replace the server's
     * @param keepsLength whether the body is passed on unchanged, so that its length is valid; beside chunks it never is
     */
    void begin(int status, Map<String, List<String>> headers, Map<String, String> added, boolean keepsLength)
            throws IOException {
        hasBegun = true;
        Map<String, List<String>> fields = new LinkedHashMap<>();
        headers.forEach((name, values) -> {
            if (!OWN.contains(name)) {
                fields.put(name, values);
            }
        });
        added.forEach((name, value) -> fields.put(name, List.of(value)));
        List<String> length = headers.get("content-length");
        boolean mayHaveBody = status != NO_CONTENT && status != NOT_MODIFIED;
        hasBody = mayHaveBody && !request.wantsHeadOnly();
        if (mayHaveBody && length != null && keepsLength && !headers.containsKey("transfer-encoding")) {
            // A server may repeat it in a list, which not every client takes.
            fields.put("content-length", List.of(length.getLast().split(",", 2)[0].strip()));
        } else if (mayHaveBody && request.isModern()) {
            isChunked = hasBody;
            fields.put("transfer-encoding", List.of("chunked"));
        }
        if (!request.keepsOpen() || isClosing.getAsBoolean()) {
            fields.put("connection", List.of("close"));
        }
        StringBuilder head = new StringBuilder("HTTP/1.1 ").append(status).append(status == 200 ? " OK\r\n" : " \r\n");
        fields.forEach((name, values) -> values
                .forEach(value -> head.append(name).append(": ").append(value).append("\r\n")));
        out.write(head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
    }

    /** Sends an error of the relay's own. */
    void refuse(Refusal refusal, Map<String, String> added) throws IOException {
        byte[] body = refusal.body(request);
        Map<String, String> headers = refusal.headers(body.length);
        headers.putAll(added);
        whole(refusal.status(), headers, body);
    }

    /** Sends a whole response of the relay's own. */
    void send(Decision.Answer answer) throws IOException {
        whole(answer.status(), Map.of("content-type", answer.contentType(), "content-length",
                String.valueOf(answer.body().length)), answer.body());
    }

    private void whole(int status, Map<String, String> headers, byte[] body) throws IOException {
        Map<String, List<String>> fields = new LinkedHashMap<>();
        headers.forEach((name, value) -> fields.put(name, List.of(value)));
        begin(status, fields, Map.of(), true);
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
        return isWhole && request.keepsOpen() && !isClosing.getAsBoolean();
    }
}
