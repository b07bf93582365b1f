package dev.ipw.internal.wire;

import java.io.IOException;

/** A body in chunks by RFC 9112, section 7.1. Extensions and trailers are skipped. */
final class ChunkedBody implements MessageBody {
    private static final int MAX_SIZE_LINE_BYTES = 4096;
    /** The number of hexadecimal digits of a positive long. */
    private static final int MAX_DIGITS = 15;

    private final Connection connection;
    private final boolean usableAfter;
    private long chunkBytes;
    private boolean anyChunk;
    private boolean ended;

    ChunkedBody(Connection connection, boolean usableAfter) {
        this.connection = connection;
        this.usableAfter = usableAfter;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        if (!ended && chunkBytes == 0) {
            nextChunk();
        }
        if (ended) {
            return -1;
        }
        int count = connection.read(buffer, offset, (int) Math.min(length, chunkBytes));
        if (count < 0) {
            throw cut();
        }
        chunkBytes -= count;
        return count;
    }

    private void nextChunk() throws IOException {
        if (anyChunk && (required() != '\r' || required() != '\n')) {
            throw BadResponseException.malformed("a chunk of the response is longer than its size says");
        }
        anyChunk = true;
        chunkBytes = size();
        if (chunkBytes == 0) {
            new HeadReader(connection).fields();
            ended = true;
        }
    }

    private long size() throws IOException {
        long size = 0;
        int digits = 0;
        int c = required();
        for (int digit = Character.digit(c, 16); digit >= 0; digit = Character.digit(c, 16)) {
            if (++digits > MAX_DIGITS) {
                throw badSize();
            }
            size = size * 16 + digit;
            c = required();
        }
        if (digits == 0 || "\r; \t".indexOf(c) < 0) {
            throw badSize();
        }
        for (int skipped = 0; c != '\r'; skipped++) {
            if (skipped > MAX_SIZE_LINE_BYTES || c == '\n') {
                throw badSize();
            }
            c = required();
        }
        if (required() != '\n') {
            throw badSize();
        }
        return size;
    }

    private static BadResponseException badSize() {
        return BadResponseException.malformed("a chunk of the response has no proper size");
    }

    private int required() throws IOException {
        int c = connection.next();
        if (c < 0) {
            throw cut();
        }
        return c;
    }

    private static BadResponseException cut() {
        return new BadResponseException(WireFault.TRUNCATED,
                "the connection closed before the response was whole: its last chunk never came");
    }

    @Override
    public boolean leavesConnectionUsable() {
        return usableAfter;
    }
}
