package dev.ipw.internal.wire;

import java.io.IOException;
import java.util.List;

/** A body of a declared length. */
final class FixedBody implements MessageBody {
    private final Connection connection;
    private final long declaredBytes;
    private final boolean usableAfter;
    private long readBytes;

    FixedBody(Connection connection, long declaredBytes, boolean usableAfter) {
        this.connection = connection;
        this.declaredBytes = declaredBytes;
        this.usableAfter = usableAfter;
    }

    /** Returns the single length that a response declares. */
    static long length(ResponseHead head) throws BadResponseException {
        List<String> lengths = head.members("content-length").stream().distinct().toList();
        if (lengths.size() > 1) {
            throw BadResponseException.malformed("the response has more than one Content-Length");
        }
        if (!lengths.getFirst().matches("\\d{1,18}")) {
            throw BadResponseException.malformed("the response's Content-Length is no number");
        }
        return Long.parseLong(lengths.getFirst());
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        if (readBytes == declaredBytes) {
            return -1;
        }
        int count = connection.read(buffer, offset, (int) Math.min(length, declaredBytes - readBytes));
        if (count < 0) {
            throw new BadResponseException(WireFault.TRUNCATED,
                    "the connection closed after " + readBytes + " of " + declaredBytes + " bytes");
        }
        readBytes += count;
        return count;
    }

    @Override
    public boolean leavesConnectionUsable() {
        return usableAfter;
    }
}
