package dev.ipw.telemetry.hardware;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The beginning of a file in which the kernel shows a structure in this machine's byte order, read repeatedly without
 * reopening and without allocating. For one thread at a time.
 */
public final class KernelBlob implements AutoCloseable {
    private final FileChannel channel;
    private final ByteBuffer buffer;

    private KernelBlob(FileChannel channel, int bytes) {
        this.channel = channel;
        buffer = ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }

    /**
     * Opens a file.
     *
     * @param path  the file
     * @param bytes the number of bytes that are read from its beginning each time
     * @return the open file
     * @throws IOException if it cannot be opened for reading
     */
    public static KernelBlob open(Path path, int bytes) throws IOException {
        return new KernelBlob(FileChannel.open(path, StandardOpenOption.READ), bytes);
    }

    /**
     * Reads the current content of the file.
     *
     * @return true if all requested bytes are there; only then may they be used
     * @throws IOException if it cannot be read
     */
    public boolean read() throws IOException {
        buffer.clear();
        // The kernel writes the content again for a read at offset zero.
        channel.read(buffer, 0);
        return !buffer.hasRemaining();
    }

    /**
     * Returns a byte.
     *
     * @param offset its offset
     * @return its value without a sign
     */
    public int unsignedByte(int offset) {
        return Byte.toUnsignedInt(buffer.get(offset));
    }

    /**
     * Returns two bytes.
     *
     * @param offset their offset
     * @return their value without a sign
     */
    public int unsignedShort(int offset) {
        return Short.toUnsignedInt(buffer.getShort(offset));
    }

    /**
     * Returns four bytes.
     *
     * @param offset their offset
     * @return their value without a sign
     */
    public long unsignedInt(int offset) {
        return Integer.toUnsignedLong(buffer.getInt(offset));
    }

    /**
     * Returns eight bytes.
     *
     * @param offset their offset
     * @return their value; negative if the highest bit is set
     */
    public long wholeLong(int offset) {
        return buffer.getLong(offset);
    }

    /**
     * Closes the file.
     *
     * @throws UncheckedIOException if the system refuses
     */
    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        }
    }
}
