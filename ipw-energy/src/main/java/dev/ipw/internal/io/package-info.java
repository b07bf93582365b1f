/** Bounded reading of text. */
@NullMarked
package dev.ipw.internal.io;

import org.jspecify.annotations.NullMarked;
