/** The settings of a run, as records that the builder, the run's files and {@code --resume} share. */
@NullMarked
package dev.ipw.settings;

import org.jspecify.annotations.NullMarked;
