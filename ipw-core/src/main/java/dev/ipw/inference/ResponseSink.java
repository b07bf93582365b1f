package dev.ipw.inference;

/**
 * Take what happens during a request, as it happens. All times are {@link System#nanoTime()}, taken where the bytes are
 * read and before they are parsed. A client calls it from one thread at a time.
 */
public interface ResponseSink {
    /**
     * Note that a try failed and another begins: what is noted from now on is that of the new one. A client that was not
     * asked to try again never calls it.
     *
     * @param nanos when the new try begins
     */
    default void retried(long nanos) {}

    /**
     * Note that a connection was set up for this request. Without it one from before was used again, or the client has
     * none.
     *
     * @param times what that took
     */
    default void connected(ConnectionTimes times) {}

    /**
     * Note that the request has gone out whole.
     *
     * @param nanos right before its last byte was handed to the connection
     */
    void sent(long nanos);

    /**
     * Note the first byte of the response.
     *
     * @param nanos when it was read
     */
    void firstByte(long nanos);

    /**
     * Note a piece of the response.
     *
     * @param kind  what it carries
     * @param text  its text, empty if it carries none
     * @param nanos when it was read
     */
    void chunk(ChunkKind kind, String text, long nanos);

    /**
     * Note that the response has come whole. Without it the moment at which the client returned counts.
     *
     * @param nanos when its last byte was read
     */
    default void ended(long nanos) {}
}
