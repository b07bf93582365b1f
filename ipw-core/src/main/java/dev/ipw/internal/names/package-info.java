/** Names that people type. */
@NullMarked
package dev.ipw.internal.names;

import org.jspecify.annotations.NullMarked;
