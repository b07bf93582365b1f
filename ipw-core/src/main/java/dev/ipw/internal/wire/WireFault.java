package dev.ipw.internal.wire;

/** The ways in which an exchange can fail below the protocol of the server. */
public enum WireFault {
    /** No server listens at the address, or the name is unknown. */
    UNREACHABLE,
    /** No connection in time. */
    CONNECT_TIMEOUT,
    /** No response head in time. */
    FIRST_BYTE_TIMEOUT,
    /** No byte was read for too long. */
    IDLE_TIMEOUT,
    /** The whole exchange took too long. */
    TOTAL_TIMEOUT,
    /** The other side violates HTTP. */
    MALFORMED,
    /** The connection closed before the response was complete. */
    TRUNCATED,
    /** A line, event or body exceeds the maximum size. */
    TOO_LARGE
}
