/** A proxy on the loopback address that records the model calls of programs that are not ours. */
@NullMarked
package dev.ipw.agents.proxy;

import org.jspecify.annotations.NullMarked;
