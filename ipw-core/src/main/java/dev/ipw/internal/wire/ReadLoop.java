package dev.ipw.internal.wire;

import dev.ipw.internal.io.FailureText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The thread that reads from all sockets of this process, and only reads, records moments and passes bytes on: when
 * many streams get an event at one instant, processing the first does not delay the last. A thread that waits for bytes
 * is woken after the moments of all arrived bytes are recorded; in a burst that may be three milliseconds later, which
 * affects no recorded moment, unless the bytes are to be passed on. The thread exists while there are connections.
 */
final class ReadLoop {
    /** The loop of this process for callers that measure: a burst is read to its end first. */
    static final ReadLoop SHARED = new ReadLoop();
    /** The loop of this process for callers that pass bytes on: a burst delays nothing. */
    static final ReadLoop PROMPT = new ReadLoop(0);

    private static final int BUFFER_BYTES = 64 << 10;
    /** This number of reads in a row is a burst. */
    private static final int BURST = 4;
    private static final long LONGEST_BURST_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long SILENCE_MILLIS = 1;

    private final ReentrantLock lock = new ReentrantLock();
    private final Queue<Inbox> coming = new ArrayDeque<>();
    private final List<Inbox> served = new ArrayList<>();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final long longestBurstNanos;
    private volatile @Nullable Selector selector;

    ReadLoop() {
        this(LONGEST_BURST_NANOS);
    }

    private ReadLoop(long longestBurstNanos) {
        this.longestBurstNanos = longestBurstNanos;
    }

    /** Starts to read from a connected channel. */
    Inbox read(SocketChannel channel) throws IOException {
        channel.configureBlocking(false);
        Inbox inbox = new Inbox(channel, this);
        lock.lock();
        try {
            coming.add(inbox);
            Selector running = selector;
            if (running == null) {
                Selector opened = Selector.open();
                selector = opened;
                Thread.ofPlatform().name("ipw-reader").daemon().inheritInheritableThreadLocals(false)
                        .start(() -> run(opened));
            } else {
                running.wakeup();
            }
        } finally {
            lock.unlock();
        }
        return inbox;
    }

    /** Checks again which channels are open and which threads want to read. */
    void wakeUp() {
        Selector running = selector;
        if (running != null) {
            running.wakeup();
        }
    }

    private void run(Selector running) {
        try (running) {
            serveWhileAny(running);
        } catch (IOException atTheEnd) {
            // Closing fails with nothing registered, so no thread waits.
            return;
        }
    }

    private void serveWhileAny(Selector running) {
        try {
            while (admitOrEnd(running)) {
                running.select(this::serve);
                collectBurst(running);
                wakeReaders();
            }
        } catch (IOException | RuntimeException | Error broken) {
            giveUp(running, new IOException("the thread that reads has failed: " + FailureText.of(broken), broken));
        }
    }

    /** Wakes all threads that wait for bytes; the next connection starts a new read thread. */
    private void giveUp(Selector running, IOException broken) {
        List<Inbox> left = new ArrayList<>();
        running.keys().forEach(key -> left.add((Inbox) key.attachment()));
        lock.lock();
        try {
            selector = null;
            left.addAll(coming);
            coming.clear();
        } finally {
            lock.unlock();
        }
        served.clear();
        left.forEach(inbox -> inbox.fail(broken));
        left.forEach(Inbox::wakeReader);
    }

    /**
     * Continues to read while many streams receive data at once: with few processors, a woken thread would take the
     * processor from this one. The moments of the waiting bytes are recorded.
     */
    private void collectBurst(Selector running) throws IOException {
        long start = System.nanoTime();
        boolean more = true;
        while (more && served.size() >= BURST && System.nanoTime() - start < longestBurstNanos) {
            more = running.select(this::serve, SILENCE_MILLIS) > 0;
        }
    }

    private void wakeReaders() {
        served.forEach(Inbox::wakeReader);
        served.clear();
    }

    /** Registers new connections. Returns false if none exists any more; then the next one starts a new thread. */
    private boolean admitOrEnd(Selector running) {
        lock.lock();
        try {
            // A connection that cannot be registered is still among the new ones when this gives up.
            for (Inbox inbox = coming.peek(); inbox != null; inbox = coming.peek()) {
                inbox.register(running);
                coming.remove();
            }
            if (running.keys().isEmpty()) {
                selector = null;
                return false;
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void serve(SelectionKey key) {
        Inbox inbox = (Inbox) key.attachment();
        served.add(inbox);
        try {
            buffer.clear();
            int count = ((SocketChannel) key.channel()).read(buffer);
            long now = System.nanoTime();
            if (count < 0) {
                inbox.end();
                key.cancel();
            } else {
                byte[] bytes = new byte[count];
                buffer.flip().get(bytes);
                inbox.add(bytes, now);
            }
        } catch (IOException | CancelledKeyException | OutOfMemoryError broken) { // The other connections go on.
            inbox.fail(new IOException(broken.getMessage(), broken));
            key.cancel();
        }
    }
}
