/** An agent that is any program: its model calls are recorded by a proxy. */
@NullMarked
package dev.ipw.agents.command;

import org.jspecify.annotations.NullMarked;
