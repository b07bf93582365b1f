/** Model servers of this machine: start, verify, watch, measure and stop them. */
@NullMarked
package dev.ipw.agents.servers;

import org.jspecify.annotations.NullMarked;
