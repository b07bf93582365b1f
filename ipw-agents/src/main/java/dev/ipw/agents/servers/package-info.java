/** The start, verification, monitoring, measurement and stop of model servers on this machine. */
@NullMarked
package dev.ipw.agents.servers;

import org.jspecify.annotations.NullMarked;
