package dev.ipw.internal.wire;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The bytes that the read loop has read from one channel, until they are taken. One thread reads from it at a time. */
final class Inbox extends StampedInput {
    /** The number of waiting bytes above which the channel is not read, so that the server must wait. */
    private static final int MAX_BYTES = 256 << 10;

    private final SocketChannel channel;
    private final ReadLoop loop;
    private final ConcurrentLinkedQueue<Piece> pieces = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waitingBytes = new AtomicInteger();
    private final ReentrantLock interest = new ReentrantLock();
    private volatile @Nullable Thread reader;
    private volatile @Nullable SelectionKey key;
    private volatile boolean paused;
    private Piece current = new Piece(new byte[0], System.nanoTime(), null);
    private int position;

    Inbox(SocketChannel channel, ReadLoop loop) {
        this.channel = channel;
        this.loop = loop;
    }

    /** Starts, on the loop's thread. */
    void register(Selector selector) {
        try {
            key = channel.register(selector, SelectionKey.OP_READ, this);
        } catch (ClosedChannelException already) {
            fail(already);
            wakeReader();
        }
    }

    /** Adds bytes, on the loop's thread. */
    void add(byte[] bytes, long nanos) {
        pieces.add(new Piece(bytes, nanos, null));
        if (waitingBytes.addAndGet(bytes.length) > MAX_BYTES) {
            pause();
        }
    }

    /** Records the end, on the loop's thread. */
    void end() {
        fail(null);
    }

    /** Records why no more bytes will arrive, on the loop's thread. */
    void fail(@Nullable IOException broken) {
        pieces.add(new Piece(new byte[0], System.nanoTime(), new End(broken)));
    }

    /** Wakes the reader, on the loop's thread. */
    void wakeReader() {
        Thread waiting = reader;
        if (waiting != null) {
            LockSupport.unpark(waiting);
        }
    }

    private void pause() {
        interest.lock();
        try {
            paused = true;
            setInterest(0);
        } finally {
            interest.unlock();
        }
        // The reader may have taken everything before it could see the pause.
        resumeIfRoom();
    }

    private void resumeIfRoom() {
        interest.lock();
        try {
            if (paused && waitingBytes.get() < MAX_BYTES / 2) {
                paused = false;
                setInterest(SelectionKey.OP_READ);
                loop.wakeUp();
            }
        } finally {
            interest.unlock();
        }
    }

    private void setInterest(int operations) {
        SelectionKey registered = key;
        if (registered != null && registered.isValid()) {
            registered.interestOps(operations);
        }
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        while (position == current.bytes.length) {
            if (current.end != null) {
                return current.end.minusOneOrThrow();
            }
            take();
        }
        int count = Math.min(length, current.bytes.length - position);
        System.arraycopy(current.bytes, position, buffer, offset, count);
        position += count;
        return count;
    }

    private void take() throws IOException {
        Piece next = pieces.poll();
        if (next == null) {
            next = await();
        }
        // A server that never stops sending must not prevent this thread from being stopped.
        requireNotInterrupted();
        current = next;
        position = 0;
        waitingBytes.addAndGet(-next.bytes.length);
        if (paused) {
            resumeIfRoom();
        }
    }

    private Piece await() throws IOException {
        reader = Thread.currentThread();
        Piece next = pieces.poll();
        while (next == null) {
            requireNotInterrupted();
            LockSupport.park(this);
            next = pieces.poll();
        }
        reader = null;
        return next;
    }

    private void requireNotInterrupted() throws IOException {
        if (Thread.currentThread().isInterrupted()) {
            channel.close();
            loop.wakeUp();
            throw new InterruptedIOException("interrupted");
        }
    }

    @Override
    long readNanos() {
        return current.nanos;
    }

    @Override
    boolean isQuiet() {
        try {
            // The bytes that arrived since the loop's last check are seen here.
            return position == current.bytes.length && current.end == null && pieces.isEmpty()
                    && channel.read(ByteBuffer.allocate(1)) == 0 && pieces.isEmpty();
        } catch (IOException broken) {
            return false;
        }
    }

    private record Piece(byte[] bytes, long nanos, @Nullable End end) {}

    private record End(@Nullable IOException broken) {
        int minusOneOrThrow() throws IOException {
            if (broken != null) {
                throw broken;
            }
            return -1;
        }
    }
}
