/** Joules with their source, bounds and flags, and the devices that they come from. */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.energy;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
