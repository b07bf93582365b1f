package dev.ipw.spark;

import java.io.Serializable;
import java.util.Objects;
import org.apiguardian.api.API;

/**
 * The end of a shard.
 *
 * @param index    the number of the shard, from 0
 * @param attempt  the number of Spark's attempt at the task that ended it, from 0
 * @param host     the name of the executor's machine
 * @param exitCode the exit code of {@code ipw}: 0, or 1 if some requests failed; 2 if it refused the shard
 * @param text     the result of the shard, or the reason why it was refused
 */
@API(status = API.Status.EXPERIMENTAL)
public record ShardOutcome(int index, int attempt, String host, int exitCode, String text) implements Serializable {
    static final int FINE = 0;
    static final int SOME_FAILED = 1;
    static final int REFUSED = 2;

    /** Rejects nulls. */
    public ShardOutcome {
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(text, "text");
    }

    boolean isRefused() {
        return exitCode == REFUSED;
    }
}
