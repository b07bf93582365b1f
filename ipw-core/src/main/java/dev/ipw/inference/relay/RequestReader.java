package dev.ipw.inference.relay;

import dev.ipw.internal.wire.HeaderRules;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** The reader of the requests of one connection, each within bounds. */
final class RequestReader {
    private static final int MAX_HEAD_BYTES = 64 << 10;
    private static final int MAX_FIELDS = 200;
    private static final int BUFFER_BYTES = 16 << 10;
    private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final InputStream in;
    private final OutputStream out;
    private final RelaySettings settings;
    private final HeldBytes held;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int position;
    private int limit;
    private int headBytes;

    /**
     * Creates the reader of a connection.
     *
     * @param settings the maximum sizes
     * @param held     counts the bytes of the bodies of all connections
     */
    RequestReader(InputStream in, OutputStream out, RelaySettings settings, HeldBytes held) {
        this.in = in;
        this.out = out;
        this.settings = settings;
        this.held = held;
    }

    /**
     * Waits for the first byte of the next request.
     *
     * @return false if the client has closed the connection
     */
    boolean awaitNext() throws IOException {
        if (position == limit) {
            position = 0;
            // A read that reaches its deadline leaves the buffer empty.
            limit = 0;
            limit = Math.max(0, in.read(buffer));
        }
        return position < limit;
    }

    /**
     * Reads the head of the request whose first byte has arrived.
     *
     * @throws Refusal     if it is invalid, or too large
     * @throws IOException if the connection ends before the request does
     */
    ClientRequest readHead() throws IOException, Refusal {
        headBytes = 0;
        String line = line();
        for (int skipped = 0; line.isEmpty() && skipped < 4; skipped++) {
            line = line();
        }
        String[] words = line.split(" ", -1);
        if (words.length != 3 || !words[2].matches("HTTP/1\\.\\d")) {
            throw Refusal.malformed("its first line is not one of HTTP/1.1");
        }
        return ClientRequest.of(words[0], words[1], fields(), !words[2].equals("HTTP/1.0"),
                settings.isKeyInPath());
    }

    /**
     * Reads the body of the request whose head was read last.
     *
     * @throws Refusal     if its length is invalid or too large
     * @throws IOException if the connection ends before the body does
     */
    ClientRequest readBody(ClientRequest head) throws IOException, Refusal {
        if (head.headers().getOrDefault("expect", "").equalsIgnoreCase("100-continue")) {
            out.write(CONTINUE);
            out.flush();
        }
        return head.withBody(body(head.headers()));
    }

    private Map<String, String> fields() throws IOException, Refusal {
        Map<String, String> headers = new HashMap<>();
        int count = 0;
        for (String field = line(); !field.isEmpty(); field = line()) {
            int colon = field.indexOf(':');
            // A name with a space, or a folded line, is another field to some servers.
            boolean isField = colon > 0 && HeaderRules.isName(field.substring(0, colon))
                    && field.substring(colon + 1).strip().chars().allMatch(HeaderRules::isInValue);
            if (!isField || ++count > MAX_FIELDS) {
                throw Refusal.malformed(isField
                        ? "it has more than " + MAX_FIELDS + " header fields"
                        : "a line of its head is no header field");
            }
            headers.merge(field.substring(0, colon).toLowerCase(Locale.ROOT), field.substring(colon + 1).strip(),
                    (first, second) -> first + ", " + second);
        }
        return headers;
    }

    private byte[] body(Map<String, String> headers) throws IOException, Refusal {
        String encoding = headers.getOrDefault("transfer-encoding", "");
        String length = headers.getOrDefault("content-length", "0");
        if (!encoding.isEmpty()) {
            if (!encoding.equalsIgnoreCase("chunked") || headers.containsKey("content-length")) {
                throw Refusal.malformed("its Transfer-Encoding is not chunked alone");
            }
            return chunks();
        }
        if (!length.matches("\\d{1,18}")) {
            throw Refusal.malformed("its Content-Length is no number");
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        copy(Long.parseLong(length), body);
        return body.toByteArray();
    }

    private byte[] chunks() throws IOException, Refusal {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        while (true) {
            headBytes = 0;
            String size = line().split(";", 2)[0].strip();
            if (!size.matches("[0-9a-fA-F]{1,8}")) {
                throw Refusal.malformed("a chunk of its body has no size");
            }
            long length = Long.parseLong(size, 16);
            if (length == 0) {
                fields();
                return body.toByteArray();
            }
            copy(length, body);
            if (!line().isEmpty()) {
                throw Refusal.malformed("a chunk of its body is longer than its size says");
            }
        }
    }

    /** Copies the body. The buffer grows with the received bytes, not with the announced length. */
    private void copy(long length, ByteArrayOutputStream body) throws IOException, Refusal {
        if (body.size() + length > settings.maxBodyBytes()) {
            throw Refusal.tooLarge("The body of a request may have " + settings.maxBodyBytes() + " bytes at most");
        }
        for (long left = length; left > 0;) {
            if (!awaitNext()) {
                throw new EOFException("the connection closed within a request");
            }
            int count = (int) Math.min(left, limit - position);
            held.take(count);
            body.write(buffer, position, count);
            position += count;
            left -= count;
        }
    }

    private String line() throws IOException, Refusal {
        StringBuilder line = new StringBuilder();
        while (true) {
            if (!awaitNext()) {
                throw new EOFException("the connection closed within a request");
            }
            char next = (char) (buffer[position++] & 0xFF);
            if (next == '\n') {
                int end = line.length() - 1;
                // A line that ends otherwise is another one to some servers.
                if (end < 0 || line.indexOf("\r") != end) {
                    throw Refusal.malformed("a line of it does not end with a carriage return and a line feed");
                }
                line.setLength(end);
                return line.toString();
            }
            if (++headBytes > MAX_HEAD_BYTES) {
                throw Refusal.tooLarge("The head of a request may have " + MAX_HEAD_BYTES + " bytes at most");
            }
            line.append(next);
        }
    }
}
