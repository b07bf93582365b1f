/** The tools that are available to every agent: calculation, thinking, files, programs. */
@NullMarked
package dev.ipw.agents.tool;

import org.jspecify.annotations.NullMarked;
