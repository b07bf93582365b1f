/** An agent that is any program: its calls of the model are recorded on their way. */
@NullMarked
package dev.ipw.agents.command;

import org.jspecify.annotations.NullMarked;
