/** The events of a run in progress. */
@NullMarked
package dev.ipw.progress;

import org.jspecify.annotations.NullMarked;
