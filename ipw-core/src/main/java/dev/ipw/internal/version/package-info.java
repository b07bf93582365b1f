/** The version of this library. */
@NullMarked
package dev.ipw.internal.version;

import org.jspecify.annotations.NullMarked;
