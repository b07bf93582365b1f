/** A proxy on the loopback address that records the model calls of external programs. */
@NullMarked
package dev.ipw.agents.proxy;

import org.jspecify.annotations.NullMarked;
