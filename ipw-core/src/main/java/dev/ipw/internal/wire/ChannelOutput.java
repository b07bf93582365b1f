package dev.ipw.internal.wire;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The output of a channel that does not wait. An interrupt ends the writing; the writer then closes the channel. */
final class ChannelOutput extends StampedOutput {
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final SocketChannel channel;
    private long handedNanos = System.nanoTime();

    ChannelOutput(SocketChannel channel) {
        this.channel = channel;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        ByteBuffer rest = ByteBuffer.wrap(bytes, offset, length);
        while (rest.hasRemaining()) {
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedIOException("interrupted");
            }
            long before = System.nanoTime();
            int count = channel.write(rest);
            if (count > 0) {
                handedNanos = before;
            } else {
                // Only bytes that exceed the system's buffers must wait.
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    @Override
    long handedNanos() {
        return handedNanos;
    }
}
