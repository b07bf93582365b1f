package dev.ipw.internal.wire;

import java.io.IOException;
import java.io.Serial;

/** An error of bytes that violate HTTP. The message is a reason, to be put into a sentence. */
final class BadResponseException extends IOException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final WireFault fault;

    BadResponseException(WireFault fault, String reason) {
        super(reason);
        this.fault = fault;
    }

    static BadResponseException malformed(String reason) {
        return new BadResponseException(WireFault.MALFORMED, reason);
    }

    WireFault fault() {
        return fault;
    }
}
