/** Settings that are known by name, shipped and of a user. */
@NullMarked
package dev.ipw.agents.preset;

import org.jspecify.annotations.NullMarked;
