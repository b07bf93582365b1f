package dev.ipw.internal.table;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.ipc.WriteChannel;

/**
 * A channel that writes Arrow's buffers through an array on the heap. Arrow's own channel creates a direct buffer of
 * each, for which current JDKs require an {@code --add-opens}.
 */
final class HeapWriteChannel extends WriteChannel {
    private final byte[] chunk = new byte[1 << 16];

    HeapWriteChannel(OutputStream out) {
        super(new StreamChannel(out));
    }

    @Override
    public void write(ArrowBuf buffer) throws IOException {
        long readable = buffer.readableBytes();
        for (long done = 0; done < readable;) {
            int count = (int) Math.min(chunk.length, readable - done);
            buffer.getBytes(buffer.readerIndex() + done, chunk, 0, count);
            write(ByteBuffer.wrap(chunk, 0, count));
            done += count;
        }
    }

    /** A channel that, unlike the JDK's own, stays open when the writing thread is interrupted. */
    private record StreamChannel(OutputStream out) implements WritableByteChannel {
        @Override
        public int write(ByteBuffer source) throws IOException {
            int count = source.remaining();
            out.write(source.array(), source.arrayOffset() + source.position(), count);
            source.position(source.limit());
            return count;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() throws IOException {
            out.close();
        }
    }
}
