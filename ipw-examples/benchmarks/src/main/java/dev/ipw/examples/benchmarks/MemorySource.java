package dev.ipw.examples.benchmarks;

import dev.ipw.internal.wire.ByteSource;

/**
 * A source of bytes from memory with a maximum for each read, like a socket. Each read takes the time, like a real one.
 */
final class MemorySource implements ByteSource {
    private final byte[] bytes;
    private final int mostPerRead;
    private int position;
    private long readNanos;

    MemorySource(byte[] bytes, int mostPerRead) {
        this.bytes = bytes;
        this.mostPerRead = mostPerRead;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) {
        if (position == bytes.length) {
            return -1;
        }
        int count = Math.min(Math.min(length, mostPerRead), bytes.length - position);
        System.arraycopy(bytes, position, buffer, offset, count);
        position += count;
        readNanos = System.nanoTime();
        return count;
    }

    @Override
    public long readNanos() {
        return readNanos;
    }
}
