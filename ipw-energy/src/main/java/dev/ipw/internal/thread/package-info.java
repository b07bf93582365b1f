/** Waiting for threads without losing an interrupt, and stopping those that read. Internal: may change at any time. */
@NullMarked
package dev.ipw.internal.thread;

import org.jspecify.annotations.NullMarked;
