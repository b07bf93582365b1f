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
 * Read from all sockets of this process on one thread, which does nothing else than read, stamp and hand on: when many
 * streams get an event at one instant, the last is not kept waiting by what is done with the first. Whoever waits for
 * bytes is woken after all that had come has its stamp; in a burst that may be three milliseconds later, which no stamp
 * shows. The thread lives while there are connections.
 */
final class ReadLoop {
    /** The loop of this process. */
    static final ReadLoop SHARED = new ReadLoop();

    private static final int BUFFER_BYTES = 64 << 10;
    /** So many reads in a row are a burst. */
    private static final int BURST = 4;
    private static final long LONGEST_BURST_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long SILENCE_MILLIS = 1;

    private final ReentrantLock lock = new ReentrantLock();
    private final Queue<Inbox> coming = new ArrayDeque<>();
    private final List<Inbox> served = new ArrayList<>();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private volatile @Nullable Selector selector;

    ReadLoop() {}

    /** Reads from a connected channel from now on. */
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

    /** Looks again at what is open and who wants to read. */
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
     * Goes on reading while many streams get something at once: whoever is woken now takes the processor from this
     * thread where there are few of them. What waits for its reader has its stamp.
     */
    private void collectBurst(Selector running) throws IOException {
        long start = System.nanoTime();
        boolean more = true;
        while (more && served.size() >= BURST && System.nanoTime() - start < LONGEST_BURST_NANOS) {
            more = running.select(this::serve, SILENCE_MILLIS) > 0;
        }
    }

    private void wakeReaders() {
        served.forEach(Inbox::wakeReader);
        served.clear();
    }

    /** Takes in new connections. False if there are none any more; then the next one starts a new thread. */
    private boolean admitOrEnd(Selector running) {
        lock.lock();
        try {
            // One that cannot be taken in is still among those that are coming when this gives up.
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
        } catch (IOException | CancelledKeyException broken) {
            inbox.fail(new IOException(broken.getMessage(), broken));
            key.cancel();
        }
    }
}
