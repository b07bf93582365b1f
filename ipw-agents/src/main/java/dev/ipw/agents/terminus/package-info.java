/** An agent that works at a terminal: it types into a tmux pane and reads the screen until the task is done. */
@NullMarked
package dev.ipw.agents.terminus;

import org.jspecify.annotations.NullMarked;
