package dev.ipw.inference.relay;

import java.util.concurrent.atomic.AtomicLong;

/** The bytes of request bodies, or of answers, that one connection holds, counted with those of all others against one limit. */
final class HeldBytes {
    private final AtomicLong all;
    private final long maxBytes;
    private long own;

    /**
     * Creates the count of one connection.
     *
     * @param all      the bytes of all connections
     * @param maxBytes the maximum of them
     */
    HeldBytes(AtomicLong all, long maxBytes) {
        this.all = all;
        this.maxBytes = maxBytes;
    }

    /**
     * Takes bytes that have arrived.
     *
     * @throws Refusal if the requests of all connections have too many
     */
    void take(int count) throws Refusal {
        if (!takes(count)) {
            throw Refusal.busy("The requests that run now have " + maxBytes + " bytes, the most that are held at once;"
                    + " send this one again later");
        }
    }

    /** Takes bytes that have arrived; returns false if all connections have too many. */
    boolean takes(int count) {
        own += count;
        return all.addAndGet(count) <= maxBytes;
    }

    /** Releases all bytes of this connection. */
    void release() {
        all.addAndGet(-own);
        own = 0;
    }
}
