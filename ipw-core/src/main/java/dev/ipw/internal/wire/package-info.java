/** The network access of all clients: a transport with deadlines and timestamps, and incremental readers. */
@NullMarked
package dev.ipw.internal.wire;

import org.jspecify.annotations.NullMarked;
