package dev.ipw.inference;

import java.util.Locale;
import org.apiguardian.api.API;

/** The kind of a request's failure. */
@API(status = API.Status.EXPERIMENTAL)
public enum FailureKind {
    /** No server listens at the address, or the name is unknown. */
    UNREACHABLE,
    /** No connection in time. */
    CONNECT_TIMEOUT,
    /** No first byte of the response in time. */
    FIRST_BYTE_TIMEOUT,
    /** The stream made no progress for too long. */
    IDLE_TIMEOUT,
    /** The whole response took too long. */
    TOTAL_TIMEOUT,
    /** The server answered with an error status. */
    HTTP_STATUS,
    /** The server reported an error inside its answer. */
    SERVER_ERROR,
    /** The answer violates the protocol. */
    MALFORMED,
    /** The connection closed before the answer was complete. */
    TRUNCATED,
    /** A line, event or body exceeds the maximum size. */
    TOO_LARGE,
    /** The request was cancelled. */
    CANCELLED,
    /** The client itself failed. */
    CLIENT_ERROR,
    /** An agent reached a limit of turns or dollars before it had an answer. */
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
