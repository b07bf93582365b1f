package dev.ipw.internal.wire;

import java.io.IOException;
import java.io.OutputStream;

/** The output of a socket that waits until it has room. */
final class BlockingOutput extends StampedOutput {
    private final OutputStream out;
    private long handedNanos = System.nanoTime();

    BlockingOutput(OutputStream out) {
        this.out = out;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        handedNanos = System.nanoTime();
        out.write(bytes, offset, length);
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }

    @Override
    long handedNanos() {
        return handedNanos;
    }
}
