/** Model servers of this machine, which can be started, verified, watched, measured and stopped. */
@NullMarked
package dev.ipw.agents.servers;

import org.jspecify.annotations.NullMarked;
