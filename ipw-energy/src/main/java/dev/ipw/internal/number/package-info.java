/** Arithmetic with figures that may be absent. Internal: may change at any time. */
@NullMarked
package dev.ipw.internal.number;

import org.jspecify.annotations.NullMarked;
