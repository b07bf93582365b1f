package dev.ipw.run;

import dev.ipw.quality.RunValidity.Trust;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apiguardian.api.API;

/**
 * A shard of a merged run.
 *
 * @param index    its index, from 0
 * @param folder   the name of its folder in the run's
 * @param attempts the number of processes that worked on it, one after the other
 * @param host     the name of the machine that ran it
 * @param machine  an id of that machine since it was started; shards with the same id saw the same devices
 * @param queries  its queries
 * @param joules   the joules of the devices that served it, over its own measurement window; empty if they are unknown.
 *                 Shards of one server overlap in time and each have its joules, so they must not be added up
 * @param validity the validity of its times; empty if it is unknown
 */
@API(status = API.Status.EXPERIMENTAL)
public record MergedShard(int index, String folder, int attempts, String host, String machine, long queries,
        OptionalDouble joules, Optional<Trust> validity) {
    /** Refuses nulls. */
    public MergedShard {
        Objects.requireNonNull(folder, "folder");
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(machine, "machine");
        Objects.requireNonNull(joules, "joules");
        Objects.requireNonNull(validity, "validity");
    }

    /**
     * Sets the joules.
     *
     * @param known the joules of its devices over its own measurement window; empty if they are unknown
     * @return a copy with them
     */
    public MergedShard withJoules(OptionalDouble known) {
        return new MergedShard(index, folder, attempts, host, machine, queries, known, validity);
    }
}
