package dev.ipw.inference;

import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import org.apiguardian.api.API;

/**
 * A receiver of the events of a request as they happen. All times are {@link System#nanoTime()}, taken where the bytes
 * are read and before they are parsed. A client calls it from one thread at a time.
 */
@API(status = API.Status.EXPERIMENTAL)
public interface ResponseSink {
    /** Ignores all events, for callers that only need the response. */
    ResponseSink NONE = new ResponseSink() {
        @Override
        public void sent(long nanos) {}

        @Override
        public void firstByte(long nanos) {}

        @Override
        public void chunk(ChunkKind kind, String text, long nanos) {}
    };

    /**
     * Records that a try failed and another begins: later events belong to the new one. A client without retries never
     * calls it.
     *
     * @param nanos the start of the new try
     */
    default void retried(long nanos) {}

    /**
     * Records that a connection was set up for this request. Without this call an earlier connection was reused, or the
     * client has none.
     *
     * @param times the times of the setup
     */
    default void connected(ConnectionTimes times) {}

    /**
     * Records that the request has been sent completely.
     *
     * @param nanos the moment right before its last byte was handed to the connection
     */
    void sent(long nanos);

    /**
     * Records the first byte of the response.
     *
     * @param nanos the moment of the read
     */
    void firstByte(long nanos);

    /**
     * Records the head of the response. A client without header fields never calls it.
     *
     * @param fields its header fields, by their names in lower case
     */
    default void head(Map<String, String> fields) {}

    /**
     * Records a chunk of the response.
     *
     * @param kind  its kind
     * @param text  its text; empty if it has none
     * @param nanos the moment of the read
     */
    void chunk(ChunkKind kind, String text, long nanos);

    /**
     * Records that the response is complete. Without this call the moment at which the client returned counts.
     *
     * @param nanos when its last byte was read
     */
    default void ended(long nanos) {}

    /** The kind of a chunk on a stream. */
    enum ChunkKind {
        /** It names the speaker and has no token. */
        ROLE,
        /** It has reasoning tokens. */
        REASONING,
        /** It has tokens of the visible answer. */
        ANSWER,
        /** It has tokens of a tool call. */
        TOOL_CALL,
        /** It has counts or an end marker, and no token. */
        USAGE,
        /** It keeps the connection alive. */
        PING;

        /**
         * Returns whether it has tokens.
         *
         * @return true for reasoning, answer and tool call
         */
        public boolean carriesTokens() {
            return this == REASONING || this == ANSWER || this == TOOL_CALL;
        }
    }

    /**
     * The times of setting up a request's connection. A request over an earlier connection has none.
     *
     * @param lookupNanos  the look-up of the name of the server, or of its proxy
     * @param connectNanos until the TCP connection was established; with a proxy, until the tunnel was
     * @param tlsNanos     for the TLS handshake; empty without TLS
     */
    record ConnectionTimes(long lookupNanos, long connectNanos, OptionalLong tlsNanos) {
        /** Rejects a missing handshake time. */
        public ConnectionTimes {
            Objects.requireNonNull(tlsNanos, "tlsNanos");
        }

        /**
         * Returns the sum of the parts.
         *
         * @return nanoseconds from the start of the look-up until a request could be sent
         */
        public long totalNanos() {
            return lookupNanos + connectNanos + tlsNanos.orElse(0);
        }
    }
}
