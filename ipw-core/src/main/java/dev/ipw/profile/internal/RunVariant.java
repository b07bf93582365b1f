package dev.ipw.profile.internal;

import dev.ipw.load.Load;
import dev.ipw.settings.StorageSettings;
import java.util.Optional;

/**
 * The settings that differ between the runs of one profiler.
 *
 * @param load    how requests are sent to the model
 * @param storage where the run is stored
 * @param shard   the attempt at a shard; empty for a whole run, and before the attempt begins
 */
record RunVariant(Load load, StorageSettings storage, Optional<RunningShard> shard) {
    RunVariant(Load load, StorageSettings storage) {
        this(load, storage, Optional.empty());
    }
}
