/** Errors, distinguished by the possible reaction of the caller, and the settings that messages name. */
@NullMarked
package dev.ipw.error;

import org.jspecify.annotations.NullMarked;
