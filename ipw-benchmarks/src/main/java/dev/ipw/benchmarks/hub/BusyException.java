package dev.ipw.benchmarks.hub;

import java.io.IOException;
import java.io.Serial;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Report that a server could not answer now. */
final class BusyException extends IOException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final @Nullable Duration wanted;

    BusyException(URI address, int status, Optional<Duration> wanted) {
        super(address.getHost() + " answered " + status);
        this.wanted = wanted.orElse(null);
    }

    /** Returns how long the server asks to wait. */
    Optional<Duration> wanted() {
        return Optional.ofNullable(wanted);
    }
}
