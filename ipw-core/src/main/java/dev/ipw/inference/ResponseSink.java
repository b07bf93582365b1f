package dev.ipw.inference;

/**
 * Receive the events of a request as they happen. All times are {@link System#nanoTime()}, taken where the bytes are
 * read and before they are parsed. A client calls it from one thread at a time.
 */
public interface ResponseSink {
    /**
     * Record that a try failed and another begins: later events belong to the new one. A client that was not
     * asked to try again never calls it.
     *
     * @param nanos when the new try begins
     */
    default void retried(long nanos) {}

    /**
     * Record that a connection was set up for this request. Without it one from before was used again, or the client
     * has none.
     *
     * @param times what that took
     */
    default void connected(ConnectionTimes times) {}

    /**
     * Record that the request has been sent completely.
     *
     * @param nanos right before its last byte was handed to the connection
     */
    void sent(long nanos);

    /**
     * Record the first byte of the response.
     *
     * @param nanos when it was read
     */
    void firstByte(long nanos);

    /**
     * Record a chunk of the response.
     *
     * @param kind  what it carries
     * @param text  its text, empty if it carries none
     * @param nanos when it was read
     */
    void chunk(ChunkKind kind, String text, long nanos);

    /**
     * Record that the response is complete. Without it the moment at which the client returned counts.
     *
     * @param nanos when its last byte was read
     */
    default void ended(long nanos) {}
}
