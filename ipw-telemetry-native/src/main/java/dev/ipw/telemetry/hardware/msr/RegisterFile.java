package dev.ipw.telemetry.hardware.msr;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The registers of one logical processor, read through its device file, in which a register's number is its offset.
 * Allocates nothing. For one thread at a time.
 */
final class RegisterFile implements AutoCloseable {
    private final FileChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);

    private RegisterFile(FileChannel channel) {
        this.channel = channel;
    }

    /** Returns the path of a processor's file, whether or not it exists. */
    static Path path(Path devfs, int processor) {
        return devfs.resolve("cpu").resolve(String.valueOf(processor)).resolve("msr");
    }

    static RegisterFile open(Path path) throws IOException {
        return new RegisterFile(FileChannel.open(path, StandardOpenOption.READ));
    }

    /**
     * Reads a register.
     *
     * @throws IOException if the processor has no such register, or it may no longer be read
     */
    long read(long register) throws IOException {
        buffer.clear();
        if (channel.read(buffer, register) != Long.BYTES) {
            throw new IOException("register " + Long.toHexString(register) + " gives no 8 bytes");
        }
        return buffer.getLong(0);
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        }
    }
}
