package dev.ipw.internal.wire;

import java.io.Serial;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The failure of an exchange. The message names the address and never a header. */
public final class WireException extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    private final WireFault fault;

    WireException(WireFault fault, String message) {
        this(fault, message, null);
    }

    WireException(WireFault fault, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.fault = Objects.requireNonNull(fault, "fault");
    }

    /**
     * Creates the failure of a reader that takes no more of a response.
     *
     * @param message the exceeded size
     * @return the failure
     */
    public static WireException tooLarge(String message) {
        return new WireException(WireFault.TOO_LARGE, message);
    }

    /**
     * Returns the kind of failure.
     *
     * @return the kind of failure
     */
    public WireFault fault() {
        return fault;
    }
}
