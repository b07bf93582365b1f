package dev.ipw.internal.wire;

import dev.ipw.internal.wire.Connector.BlockingOutput;
import java.io.ByteArrayOutputStream;
import java.net.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/** Deliver bytes in pieces as if from the network: one read gives at most one piece, and the end comes after the last. */
final class PiecesInput extends StampedInput {
    private final Deque<byte[]> pieces;

    private PiecesInput(List<byte[]> pieces) {
        this.pieces = new ArrayDeque<>(pieces);
    }

    /** Make a connection that delivers a text in one piece. */
    static Connection connection(String text) throws Exception {
        return connection(List.of(text.getBytes(StandardCharsets.ISO_8859_1)));
    }

    /** Make a connection that delivers pieces. */
    static Connection connection(List<byte[]> pieces) throws Exception {
        StampedSocket socket = new StampedSocket(new PiecesInput(pieces),
                new BlockingOutput(new ByteArrayOutputStream()), () -> {});
        return new Connection(new Route(false, "host", 80, List.of(Proxy.NO_PROXY)), Proxy.NO_PROXY, socket, socket);
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

    @Override
    long readNanos() {
        return System.nanoTime();
    }

    @Override
    boolean isQuiet() {
        return pieces.isEmpty();
    }
}
