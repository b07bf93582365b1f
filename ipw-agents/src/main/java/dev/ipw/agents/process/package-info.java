/** Processes of this machine: their sessions, and what tells one from another that later has its number. */
@NullMarked
package dev.ipw.agents.process;

import org.jspecify.annotations.NullMarked;
