package dev.ipw.benchmarks.hub;

import java.io.IOException;
import java.io.Serial;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The answer of a server that was temporarily unable to answer. */
final class BusyException extends IOException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final @Nullable Duration wanted;

    BusyException(URI address, int status, Optional<Duration> wanted) {
        super(address.getHost() + " answered " + status);
        this.wanted = wanted.orElse(null);
    }

    /** Returns the wait that the server asks for. */
    Optional<Duration> wanted() {
        return Optional.ofNullable(wanted);
    }
}
