package dev.ipw.settings;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.Setting;
import dev.ipw.shard.ShardSpec;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * The settings of a shard of a run.
 *
 * @param spec       the shard
 * @param ownServer  whether each shard has a server of its own, on machines of its own
 * @param startAfter the time from the beginning of the first shard to the start of the load, which is the same moment
 *                   for all shards, at most an hour; empty for 30 s if time starts or ends requests, else none
 * @param takeOver   whether to stop an older attempt at the shard that still runs
 */
@API(status = API.Status.EXPERIMENTAL)
public record ShardSettings(ShardSpec spec, boolean ownServer, Optional<Duration> startAfter, boolean takeOver) {
    private static final Duration LONGEST_WAIT = Duration.ofHours(1);

    /** Checks the time. */
    public ShardSettings {
        Objects.requireNonNull(spec, "spec");
        startAfter.filter(time -> time.isNegative() || time.compareTo(LONGEST_WAIT) > 0).ifPresent(time -> {
            throw new ConfigurationException(Setting.START_AFTER + " must be from 0 to " + LONGEST_WAIT.toSeconds()
                    + " s, not " + time.toSeconds() + " s");
        });
    }

    /**
     * Creates the settings of a shard of a run on one server.
     *
     * @param spec the shard
     * @return the settings
     */
    public static ShardSettings of(ShardSpec spec) {
        return new ShardSettings(spec, false, Optional.empty(), false);
    }

    /**
     * Sets whether each shard has a server of its own.
     *
     * @param own true if no server is asked by two shards
     * @return the changed copy
     */
    public ShardSettings ownServer(boolean own) {
        return new ShardSettings(spec, own, startAfter, takeOver);
    }

    /**
     * Sets the time that the shards have to get ready. An open load keeps its times, so that requests of a shard that is
     * ready later are late.
     *
     * @param time the time from the beginning of the first shard to the start of the load
     * @return the changed copy
     */
    public ShardSettings startAfter(Duration time) {
        return new ShardSettings(spec, ownServer, Optional.of(time), takeOver);
    }

    /**
     * Sets whether to stop an older attempt at the shard that still runs. Without it a shard that runs is refused.
     *
     * @param allowed true to stop it
     * @return the changed copy
     */
    public ShardSettings takeOver(boolean allowed) {
        return new ShardSettings(spec, ownServer, startAfter, allowed);
    }
}
