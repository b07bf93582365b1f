/** The front door: profile a model, read a run back. */
@NullMarked
package dev.ipw;

import org.jspecify.annotations.NullMarked;
