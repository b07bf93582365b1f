package dev.ipw.meter;

import dev.ipw.internal.wire.ByteSource;
import java.nio.ByteBuffer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that a gateway passes on, for a thread that reads them too. Passing never waits: bytes beyond the limits are
 * dropped.
 */
final class PassedBytes implements ByteSource {
    private static final long MAX_UNREAD_BYTES = 8 << 20;
    private static final byte[] NONE = new byte[0];

    private final BlockingQueue<Piece> pieces = new LinkedBlockingQueue<>();
    private final long maxBytes;
    private final AtomicLong unreadBytes = new AtomicLong();
    private long passedBytes;
    private @Nullable Piece reading;
    private int position;
    private long readNanos = System.nanoTime();
    private volatile boolean isOverfull;

    PassedBytes(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** A piece as it was passed; the last one is empty. */
    private record Piece(byte[] bytes, long nanos) {}

    /** Takes a copy of bytes that are passed on now. */
    void pass(ByteBuffer passed) {
        int length = passed.remaining();
        passedBytes += length;
        if (passedBytes > maxBytes || unreadBytes.get() + length > MAX_UNREAD_BYTES) {
            isOverfull = true;
        }
        if (length > 0 && !isOverfull) {
            byte[] copy = new byte[length];
            passed.duplicate().get(copy);
            unreadBytes.addAndGet(length);
            pieces.add(new Piece(copy, System.nanoTime()));
        }
    }

    /** Takes the end of the bytes. */
    void end() {
        pieces.add(new Piece(NONE, System.nanoTime()));
    }

    /** Returns whether bytes were dropped. */
    boolean isOverfull() {
        return isOverfull;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) {
        Piece piece = reading;
        if (piece == null) {
            piece = next();
            reading = piece;
            position = 0;
            readNanos = piece.nanos();
        }
        if (piece.bytes().length == 0) {
            return -1;
        }
        int count = Math.min(length, piece.bytes().length - position);
        System.arraycopy(piece.bytes(), position, buffer, offset, count);
        position += count;
        unreadBytes.addAndGet(-count);
        reading = position == piece.bytes().length ? null : piece;
        return count;
    }

    /** Waits for a piece; an interruption ends the bytes. */
    private Piece next() {
        try {
            return pieces.take();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return new Piece(NONE, System.nanoTime());
        }
    }

    @Override
    public long readNanos() {
        return readNanos;
    }
}
