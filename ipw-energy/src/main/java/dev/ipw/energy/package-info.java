/** Joules with their source, bounds and flags, and the devices that they come from. */
@NullMarked
package dev.ipw.energy;

import org.jspecify.annotations.NullMarked;
