/** Names in a user's input. */
@NullMarked
package dev.ipw.internal.names;

import org.jspecify.annotations.NullMarked;
