/** Settings that are known by name, of this library and of a user. */
@NullMarked
package dev.ipw.agents.preset;

import org.jspecify.annotations.NullMarked;
