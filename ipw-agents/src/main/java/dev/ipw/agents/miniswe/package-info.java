/** An agent with one tool, a shell, that works until it submits. */
@NullMarked
package dev.ipw.agents.miniswe;

import org.jspecify.annotations.NullMarked;
