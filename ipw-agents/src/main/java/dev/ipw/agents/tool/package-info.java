/** The tools that every agent may have: calculating, thinking, files, programs. */
@NullMarked
package dev.ipw.agents.tool;

import org.jspecify.annotations.NullMarked;
