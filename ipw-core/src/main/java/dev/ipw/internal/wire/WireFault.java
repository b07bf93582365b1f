package dev.ipw.internal.wire;

/** List how an exchange can fail below the protocol of the server. */
public enum WireFault {
    /** No server listens at the address, or the name is unknown. */
    UNREACHABLE,
    /** No connection in time. */
    CONNECT_TIMEOUT,
    /** No response head in time. */
    FIRST_BYTE_TIMEOUT,
    /** Nothing was read for too long. */
    IDLE_TIMEOUT,
    /** The exchange took too long in all. */
    TOTAL_TIMEOUT,
    /** The other side does not speak HTTP as agreed. */
    MALFORMED,
    /** The connection closed before the response was whole. */
    TRUNCATED,
    /** A line, event or body is larger than is read. */
    TOO_LARGE
}
