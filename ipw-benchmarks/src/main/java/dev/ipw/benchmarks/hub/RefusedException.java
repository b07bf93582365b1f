package dev.ipw.benchmarks.hub;

import java.io.IOException;
import java.io.Serial;
import java.net.URI;
import java.util.Optional;

/** The permanent refusal of a request by a server. */
final class RefusedException extends IOException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String code;

    RefusedException(URI address, int status, Optional<String> code, String reason) {
        super(address.getHost() + " answered " + status + (reason.isBlank() ? "" : " (" + reason + ")"));
        this.status = status;
        this.code = code.orElse("");
    }

    int status() {
        return status;
    }

    /** Returns the hub's name for the reason, such as GatedRepo; empty text if it gave none. */
    String code() {
        return code;
    }
}
