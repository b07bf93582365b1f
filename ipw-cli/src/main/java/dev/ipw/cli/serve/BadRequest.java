package dev.ipw.cli.serve;

import java.io.Serial;

/** Report a request that the protocol does not allow, with the status to answer. */
final class BadRequest extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String type;

    BadRequest(int status, String type, String message) {
        super(message);
        this.status = status;
        this.type = type;
    }

    int status() {
        return status;
    }

    /** Return the protocol's word for the kind of error. */
    String type() {
        return type;
    }
}
