package dev.ipw.benchmarks.dataset;

import dev.ipw.benchmarks.rows.Row;
import dev.ipw.dataset.DatasetContext;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Give a benchmark the files beside its questions: baselines, criteria, attachments. */
interface RepositoryFiles {
    /** List the paths that match a pattern of the hub, in order. */
    List<String> matching(String pattern);

    /** Fetch a file, if it is not there yet. */
    Path fetch(String path);

    /** Read a file of rows. */
    Stream<Row> rows(String path);

    /** Return the folder of a name in the cache for what questions need beside them; empty for examples, which write nothing. */
    Optional<Path> kept(DatasetContext context, String name);
}
