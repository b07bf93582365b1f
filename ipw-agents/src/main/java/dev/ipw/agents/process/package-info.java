/**
 * Processes of this machine: their sessions, and their identity, which distinguishes them from later ones with the
 * same number.
 */
@NullMarked
package dev.ipw.agents.process;

import org.jspecify.annotations.NullMarked;
