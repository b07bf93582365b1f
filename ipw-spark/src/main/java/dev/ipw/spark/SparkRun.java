package dev.ipw.spark;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.apiguardian.api.API;

/**
 * A run that was finished on Spark and merged.
 *
 * @param path   the folder of the run
 * @param text   the result, as {@code ipw merge} prints it
 * @param shards the ends of the shards, in their order
 */
@API(status = API.Status.EXPERIMENTAL)
public record SparkRun(Path path, String text, List<ShardOutcome> shards) {
    /** Copies the list and rejects nulls. */
    public SparkRun {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(text, "text");
        shards = List.copyOf(shards);
    }
}
