package dev.ipw.internal.table;

import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.ipc.ReadChannel;

/** A channel that reads Arrow's buffers through an array on the heap, for the reason in {@link HeapWriteChannel}. */
final class HeapReadChannel extends ReadChannel {
    private final RandomAccessFile file;
    private final byte[] chunk = new byte[1 << 16];

    HeapReadChannel(RandomAccessFile file) {
        super(new FileBytes(file));
        this.file = file;
    }

    @Override
    public long readFully(ArrowBuf buffer, long length) throws IOException {
        for (long done = 0; done < length;) {
            int count = file.read(chunk, 0, (int) Math.min(chunk.length, length - done));
            if (count < 0) {
                throw new EOFException("it became shorter while it was read");
            }
            buffer.setBytes(done, chunk, 0, count);
            done += count;
        }
        buffer.writerIndex(length);
        return length;
    }

    /** A channel that, unlike the JDK's own, stays open when the reading thread is interrupted. */
    private record FileBytes(RandomAccessFile file) implements ReadableByteChannel {
        @Override
        public int read(ByteBuffer target) throws IOException {
            int count = file.read(target.array(), target.arrayOffset() + target.position(), target.remaining());
            target.position(target.position() + Math.max(count, 0));
            return count;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
