package dev.ipw.internal.wire;

/** Read bytes as they arrive, each read with its moment. */
public interface ByteSource {
    /**
     * Waits for bytes.
     *
     * @param buffer takes them
     * @param offset where in the buffer
     * @param length at most so many, at least 1
     * @return how many came, at least 1, or -1 after the last
     * @throws WireException if they stop coming before the end
     */
    int read(byte[] buffer, int offset, int length) throws WireException;

    /**
     * Returns when the latest bytes were read.
     *
     * @return a {@link System#nanoTime()}, taken before anything looked at the bytes
     */
    long readNanos();
}
