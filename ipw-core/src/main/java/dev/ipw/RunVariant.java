package dev.ipw;

import dev.ipw.profile.Load;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Hold what differs between the runs of one profiler.
 *
 * @param load      how requests are put on the model
 * @param output    where the run is kept
 * @param runName   its folder; empty to name it by machine, model and dataset
 * @param overwrite true to replace a run of that name
 */
record RunVariant(Load load, Path output, Optional<String> runName, boolean overwrite) {}
