package dev.ipw.internal.wire;

import java.io.IOException;
import java.util.List;

/** A body, taken from the bytes of its connection. */
interface MessageBody {
    /**
     * Waits for bytes.
     *
     * @return the number of bytes, at least 1, or -1 after the last
     * @throws IOException if they stop arriving before the end, a {@link BadResponseException} if they violate the
     *                     rules
     */
    int read(byte[] buffer, int offset, int length) throws IOException;

    /** Returns whether the connection can be reused once the body has been read to its end. */
    boolean leavesConnectionUsable();

    /** Returns the body of a response by RFC 9112, section 6.3. */
    static MessageBody of(ResponseHead head, Connection connection) throws BadResponseException {
        if (head.status() == 204 || head.status() == 304) {
            return new FixedBody(connection, 0, head.keepsOpen());
        }
        boolean hasLength = head.fields().containsKey("content-length");
        if (head.fields().containsKey("transfer-encoding")) {
            if (!head.members("transfer-encoding").equals(List.of("chunked"))) {
                throw BadResponseException.malformed("the response has a Transfer-Encoding other than chunked");
            }
            // A length beside chunks, or chunks from an old server, suggest an intermediary that reads the response
            // differently.
            return new ChunkedBody(connection, head.keepsOpen() && head.modern() && !hasLength);
        }
        return hasLength
                ? new FixedBody(connection, FixedBody.length(head), head.keepsOpen())
                : new OpenBody(connection);
    }
}
