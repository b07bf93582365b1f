/** Errors a caller can tell apart by what can be done about them. */
@NullMarked
package dev.ipw.error;

import org.jspecify.annotations.NullMarked;
