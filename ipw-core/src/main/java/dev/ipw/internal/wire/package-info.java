/** One way over the network for all clients: a transport with deadlines and time stamps, and incremental readers. */
@NullMarked
package dev.ipw.internal.wire;

import org.jspecify.annotations.NullMarked;
