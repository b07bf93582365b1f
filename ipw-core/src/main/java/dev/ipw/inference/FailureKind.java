package dev.ipw.inference;

import java.util.Locale;

/** The kind of a request's failure. */
public enum FailureKind {
    /** No server listens at the address, or the name is unknown. */
    UNREACHABLE,
    /** No connection in time. */
    CONNECT_TIMEOUT,
    /** No first byte of the response in time. */
    FIRST_BYTE_TIMEOUT,
    /** The stream stood still for too long. */
    IDLE_TIMEOUT,
    /** The response took too long in all. */
    TOTAL_TIMEOUT,
    /** The server answered with an error status. */
    HTTP_STATUS,
    /** The server reported an error inside its answer. */
    SERVER_ERROR,
    /** The answer is not what the protocol says. */
    MALFORMED,
    /** The connection closed before the answer was whole. */
    TRUNCATED,
    /** A line, event or body is larger than is read. */
    TOO_LARGE,
    /** The request was cancelled. */
    CANCELLED,
    /** The client itself failed. */
    CLIENT_ERROR,
    /** An agent came to a limit of turns or dollars before it had an answer. */
    LIMIT_REACHED;

    /**
     * Returns the name used in files.
     *
     * @return lower case with underscores, for example {@code http_status}
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
