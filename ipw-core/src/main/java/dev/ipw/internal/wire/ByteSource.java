package dev.ipw.internal.wire;

/** A source of bytes as they arrive, each read with its moment. */
public interface ByteSource {
    /**
     * Waits for bytes.
     *
     * @param buffer takes them
     * @param offset where in the buffer
     * @param length the maximum number, at least 1
     * @return the number of bytes, at least 1, or -1 after the last
     * @throws WireException if they stop coming before the end
     */
    int read(byte[] buffer, int offset, int length) throws WireException;

    /**
     * Returns the moment of the latest read.
     *
     * @return a {@link System#nanoTime()}, taken before anything processed the bytes
     */
    long readNanos();
}
