/** The settings of a run, as records that the builder, the run's files and {@code --resume} share. */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.settings;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
