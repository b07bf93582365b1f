package dev.ipw.profile.internal;

import dev.ipw.load.Load;
import dev.ipw.settings.StorageSettings;

/**
 * The settings that differ between the runs of one profiler.
 *
 * @param load    how requests are sent to the model
 * @param storage where the run is stored
 */
record RunVariant(Load load, StorageSettings storage) {}
