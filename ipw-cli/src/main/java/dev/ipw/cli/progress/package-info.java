/** The progress of a run on the screen. */
@NullMarked
package dev.ipw.cli.progress;

import org.jspecify.annotations.NullMarked;
