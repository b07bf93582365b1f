package dev.ipw.internal.wire;

import java.io.IOException;
import java.io.InputStream;

/** The input of a socket that can only wait. */
final class BlockingInput extends StampedInput {
    private final InputStream in;
    private long readNanos = System.nanoTime();

    BlockingInput(InputStream in) {
        this.in = in;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        int count = in.read(buffer, offset, length);
        readNanos = System.nanoTime();
        return count;
    }

    @Override
    long readNanos() {
        return readNanos;
    }

    @Override
    boolean isQuiet() {
        return false;
    }
}
