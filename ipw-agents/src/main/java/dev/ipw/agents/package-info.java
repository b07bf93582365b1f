/** Agents: what runs a task in several calls of a model, and the tools that it may use. */
@NullMarked
package dev.ipw.agents;

import org.jspecify.annotations.NullMarked;
