package dev.ipw.inference;

import java.util.Objects;
import java.util.OptionalLong;

/**
 * Receive the events of a request as they happen. All times are {@link System#nanoTime()}, taken where the bytes are
 * read and before they are parsed. A client calls it from one thread at a time.
 */
public interface ResponseSink {
    /**
     * Records that a try failed and another begins: later events belong to the new one. A client that was not asked to
     * try again never calls it.
     *
     * @param nanos when the new try begins
     */
    default void retried(long nanos) {}

    /**
     * Records that a connection was set up for this request. Without it one from before was used again, or the client
     * has none.
     *
     * @param times what that took
     */
    default void connected(ConnectionTimes times) {}

    /**
     * Records that the request has been sent completely.
     *
     * @param nanos right before its last byte was handed to the connection
     */
    void sent(long nanos);

    /**
     * Records the first byte of the response.
     *
     * @param nanos when it was read
     */
    void firstByte(long nanos);

    /**
     * Records a chunk of the response.
     *
     * @param kind  what it carries
     * @param text  its text, empty if it carries none
     * @param nanos when it was read
     */
    void chunk(ChunkKind kind, String text, long nanos);

    /**
     * Records that the response is complete. Without it the moment at which the client returned counts.
     *
     * @param nanos when its last byte was read
     */
    default void ended(long nanos) {}

    /** The kind of a chunk on a stream. */
    enum ChunkKind {
        /** Names the speaker and carries no token. */
        ROLE,
        /** Carries reasoning tokens. */
        REASONING,
        /** Carries tokens of the visible answer. */
        ANSWER,
        /** Carries tokens of a tool call. */
        TOOL_CALL,
        /** Carries counts or an end marker, and no token. */
        USAGE,
        /** Keeps the connection alive. */
        PING;

        /**
         * Returns whether it carries tokens.
         *
         * @return true for reasoning, answer and tool call
         */
        public boolean carriesTokens() {
            return this == REASONING || this == ANSWER || this == TOOL_CALL;
        }
    }

    /**
     * The times of setting up a request's connection. A request that goes out over a connection from before has none of
     * it.
     *
     * @param lookupNanos  to look up the name of the server, or of the proxy on the way
     * @param connectNanos until the TCP connection stood; with a proxy, until the way through it did
     * @param tlsNanos     for the TLS handshake; empty without TLS
     */
    record ConnectionTimes(long lookupNanos, long connectNanos, OptionalLong tlsNanos) {
        /** Refuses a missing handshake time. */
        public ConnectionTimes {
            Objects.requireNonNull(tlsNanos, "tlsNanos");
        }

        /**
         * Adds the parts up.
         *
         * @return nanoseconds from the start of the look-up until a request could go out
         */
        public long totalNanos() {
            return lookupNanos + connectNanos + tlsNanos.orElse(0);
        }
    }
}
