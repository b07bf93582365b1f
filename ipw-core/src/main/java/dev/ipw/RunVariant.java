package dev.ipw;

import dev.ipw.load.Load;
import dev.ipw.settings.StorageSettings;

/**
 * Hold what differs between the runs of one profiler.
 *
 * @param load    how requests are put on the model
 * @param storage where the run is kept
 */
record RunVariant(Load load, StorageSettings storage) {}
