package dev.ipw.environment;

import java.util.Optional;

/** A command that goes on in its environment until it is closed. */
public interface RunningCommand extends AutoCloseable {
    /**
     * Returns what it came to.
     *
     * @return its result; empty while it goes on
     */
    Optional<CommandResult> result();

    /** Ends it with all that it started, and wait for that. Does nothing if it has ended. */
    @Override
    void close();
}
