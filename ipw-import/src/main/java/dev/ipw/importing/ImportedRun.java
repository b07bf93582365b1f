package dev.ipw.importing;

import java.io.Closeable;
import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * A reader of a run of another tool, one request after the other, so that memory holds one of them. For one thread at a
 * time.
 */
@API(status = API.Status.EXPERIMENTAL)
public interface ImportedRun extends Closeable {
    /**
     * Returns the origin of the run and its settings.
     *
     * @return the facts in the files beside the requests
     */
    RunOrigin origin();

    /**
     * Reads the next request.
     *
     * @return the request; empty after the last
     * @throws dev.ipw.error.InputException if a file is damaged; the message names file and place
     */
    Optional<ImportedRequest> next();

    /**
     * Returns warnings for a reader of the imported run. They are complete after the last request.
     *
     * @return sentences, each once
     */
    List<String> warnings();

    /** Closes the files. */
    @Override
    void close();
}
