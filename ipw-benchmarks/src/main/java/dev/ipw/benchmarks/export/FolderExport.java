package dev.ipw.benchmarks.export;

import java.io.IOException;
import java.nio.file.Path;

/** A writer of a run's queries into a folder, in a published format. */
@FunctionalInterface
public interface FolderExport {
    /**
     * Writes all of them.
     *
     * @param folder an empty folder
     * @return the number of written queries
     * @throws IOException                  if a file cannot be written
     * @throws dev.ipw.error.InputException if the run is damaged
     */
    long write(Path folder) throws IOException;
}
