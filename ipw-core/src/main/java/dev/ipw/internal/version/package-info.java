/** Which version this library is. */
@NullMarked
package dev.ipw.internal.version;

import org.jspecify.annotations.NullMarked;
