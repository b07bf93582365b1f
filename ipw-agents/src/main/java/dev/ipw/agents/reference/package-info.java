/** Agents that call no model, for checking a set of tasks: one runs each task's own solution, one does nothing. */
@NullMarked
package dev.ipw.agents.reference;

import org.jspecify.annotations.NullMarked;
