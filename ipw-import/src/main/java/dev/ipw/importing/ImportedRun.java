package dev.ipw.importing;

import java.io.Closeable;
import java.util.List;
import java.util.Optional;

/**
 * A reader of a run of another tool, one request after the other, so that memory holds one of them. For one thread at a
 * time.
 */
public interface ImportedRun extends Closeable {
    /**
     * Returns where the run is from and what was asked of it.
     *
     * @return what the files tell beside the requests
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
     * Returns what a reader of the imported run should know. Whole after the last request.
     *
     * @return sentences, each once
     */
    List<String> warnings();

    /** Lets the files go. */
    @Override
    void close();
}
