/** The entry points: profile a model, read a run. */
@NullMarked
package dev.ipw;

import org.jspecify.annotations.NullMarked;
