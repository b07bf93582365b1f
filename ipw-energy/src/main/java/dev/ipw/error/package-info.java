/** Errors, distinguished by the possible reaction of the caller. */
@NullMarked
package dev.ipw.error;

import org.jspecify.annotations.NullMarked;
