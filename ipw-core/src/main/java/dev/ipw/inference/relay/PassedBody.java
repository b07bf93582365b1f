package dev.ipw.inference.relay;

import dev.ipw.internal.wire.ByteSource;
import dev.ipw.internal.wire.WireException;
import java.io.IOException;
import java.io.Serial;
import java.util.List;
import java.util.Optional;

/** The bytes of a response for the reader of the answer; each read is passed on to the client first. */
final class PassedBody implements ByteSource {
    private static final int BUFFER_BYTES = 16 << 10;

    private final ByteSource body;
    private final ClientResponse client;
    private final List<BodyFilter> filters;
    private final long maxReadBytes;
    private final Optional<HeldBytes> held;
    private long readBytes;
    private boolean hasEnded;
    private boolean isTorn;
    private boolean isPassingRest;

    /**
     * Creates the body of a response.
     *
     * @param filters      change the bytes for the client, one after the other
     * @param maxReadBytes the maximum number of bytes for the reader; the client gets all
     * @param held         counts the bytes that the reader keeps with those of other answers; empty if it keeps none
     */
    PassedBody(ByteSource body, ClientResponse client, List<BodyFilter> filters, long maxReadBytes,
            Optional<HeldBytes> held) {
        this.body = body;
        this.client = client;
        this.filters = filters;
        this.maxReadBytes = maxReadBytes;
        this.held = held;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws WireException {
        if (hasEnded) {
            return -1;
        }
        int count;
        try {
            count = body.read(buffer, offset, length);
        } catch (WireException torn) {
            isTorn = true;
            passHeld();
            throw torn;
        }
        if (count < 0) {
            hasEnded = true;
            passHeld();
        } else {
            passOn(0, buffer, offset, count);
            readBytes += count;
            if (!isPassingRest && readBytes > maxReadBytes) {
                throw WireException.tooLarge("The answer is larger than " + maxReadBytes + " bytes");
            }
            if (!isPassingRest && held.isPresent() && !held.get().takes(count)) {
                throw WireException.tooLarge("The answers that are read now fill the memory for them");
            }
        }
        return count;
    }

    /** Passes on the bytes that filters hold back. */
    private void passHeld() {
        for (int index = 0; index < filters.size(); index++) {
            byte[] held = filters.get(index).rest();
            passOn(index + 1, held, 0, held.length);
        }
    }

    private void passOn(int filter, byte[] bytes, int offset, int length) {
        if (length > 0 && filter < filters.size()) {
            byte[] passed = filters.get(filter).take(bytes, offset, length);
            passOn(filter + 1, passed, 0, passed.length);
        } else if (length > 0) {
            try {
                client.write(bytes, offset, length);
            } catch (IOException gone) {
                throw new ClientLeft(gone);
            }
        }
    }

    /** Passes on the bytes that the reader of the answer did not read. */
    void passRest() throws WireException {
        isPassingRest = true;
        byte[] buffer = new byte[BUFFER_BYTES];
        int count = 0;
        while (count >= 0) {
            count = read(buffer, 0, buffer.length);
        }
    }

    /** Returns whether the bytes stopped before the end. */
    boolean isTorn() {
        return isTorn;
    }

    @Override
    public long readNanos() {
        return body.readNanos();
    }

    /** Thrown if the client accepts no more bytes. */
    static final class ClientLeft extends RuntimeException {
        @Serial
        private static final long serialVersionUID = 1L;

        ClientLeft(IOException gone) {
            super("the client closed the connection", gone);
        }
    }
}
