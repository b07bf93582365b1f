/** Bounded reading of text, once for all. */
@NullMarked
package dev.ipw.internal.io;

import org.jspecify.annotations.NullMarked;
