package dev.ipw.examples.benchmarks;

import dev.ipw.internal.wire.ByteSource;

/**
 * A reader of bytes from memory, at most so many at a time, as a socket does. Each read takes its moment, as a real one
 * does.
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
