package dev.ipw.environment;

import java.util.Optional;
import org.apiguardian.api.API;

/** A command that runs in its environment until it is closed. */
@API(status = API.Status.EXPERIMENTAL)
public interface RunningCommand extends AutoCloseable {
    /**
     * Returns its result.
     *
     * @return its result; empty while it runs
     */
    Optional<CommandResult> result();

    /** Ends it with all processes that it started, and waits for that. Does nothing if it has ended. */
    @Override
    void close();
}
