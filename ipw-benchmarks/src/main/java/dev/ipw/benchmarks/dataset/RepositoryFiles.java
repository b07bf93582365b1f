package dev.ipw.benchmarks.dataset;

import dev.ipw.benchmarks.rows.Row;
import dev.ipw.dataset.DatasetContext;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The files of a benchmark beside its questions: baselines, criteria, attachments. */
interface RepositoryFiles {
    /** Lists the paths that match a pattern of the hub, in order. */
    List<String> matching(String pattern);

    /** Fetches a file, if it is not there yet. */
    Path fetch(String path);

    /** Reads a file of rows. */
    Stream<Row> rows(String path);

    /**
     * Returns the folder of a name in the cache for further files of the questions; empty for examples, which write
     * nothing.
     */
    Optional<Path> cacheFolder(DatasetContext context, String name);
}
