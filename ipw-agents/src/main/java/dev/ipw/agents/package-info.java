/** Agents, which do a task in several model calls, and their tools. */
@NullMarked
package dev.ipw.agents;

import org.jspecify.annotations.NullMarked;
