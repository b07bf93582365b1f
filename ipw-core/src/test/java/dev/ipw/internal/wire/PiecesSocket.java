package dev.ipw.internal.wire;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Proxy;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/** Deliver bytes in pieces as if from the network: one read gives at most one piece, and the end comes after the last. */
final class PiecesSocket extends Socket {
    private final Deque<byte[]> pieces;

    PiecesSocket(List<byte[]> pieces) {
        this.pieces = new ArrayDeque<>(pieces);
    }

    /** Wrap text as a connection that delivers it in one piece. */
    static Connection connection(String text) throws Exception {
        return connection(List.of(text.getBytes(StandardCharsets.ISO_8859_1)));
    }

    static Connection connection(List<byte[]> pieces) throws Exception {
        PiecesSocket socket = new PiecesSocket(pieces);
        return new Connection(new Route(false, "host", 80, List.of(Proxy.NO_PROXY)), Proxy.NO_PROXY, socket, socket);
    }

    @Override
    public InputStream getInputStream() {
        return new InputStream() {
            @Override
            public int read() {
                throw new UnsupportedOperationException("byte by byte");
            }

            @Override
            public int read(byte[] buffer, int offset, int length) {
                byte[] next = pieces.poll();
                if (next == null) {
                    return -1;
                }
                int count = Math.min(length, next.length);
                System.arraycopy(next, 0, buffer, offset, count);
                if (count < next.length) {
                    pieces.addFirst(Arrays.copyOfRange(next, count, next.length));
                }
                return count;
            }
        };
    }

    @Override
    public OutputStream getOutputStream() {
        return new ByteArrayOutputStream();
    }
}
