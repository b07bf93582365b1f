/** The removal of secrets from everything that is written. Internal: may change at any time. */
@NullMarked
package dev.ipw.internal.secret;

import org.jspecify.annotations.NullMarked;
