package dev.ipw.internal.wire;

import java.io.IOException;

/** A body that ends with its connection. */
final class OpenBody implements MessageBody {
    private final Connection connection;

    OpenBody(Connection connection) {
        this.connection = connection;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        return connection.read(buffer, offset, length);
    }

    @Override
    public boolean leavesConnectionUsable() {
        return false;
    }
}
