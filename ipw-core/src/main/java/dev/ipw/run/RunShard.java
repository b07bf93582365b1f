package dev.ipw.run;

import dev.ipw.shard.ShardAttempt;
import dev.ipw.shard.ShardSpec;
import java.util.Objects;
import org.apiguardian.api.API;

/**
 * The shard of a run that one process runs.
 *
 * @param spec         the shard
 * @param serverShared whether other shards ask the same server, so that the joules of this shard's requests are
 *                     unknown until all shards are merged
 * @param attempt      the attempt of the process that began it
 */
@API(status = API.Status.EXPERIMENTAL)
public record RunShard(ShardSpec spec, boolean serverShared, ShardAttempt attempt) {
    /** Refuses nulls. */
    public RunShard {
        Objects.requireNonNull(spec, "spec");
        Objects.requireNonNull(attempt, "attempt");
    }
}
