/** Who used what a device used: windows, phases, idle time and shares of overlapping requests, as pure functions. */
@NullMarked
package dev.ipw.energy.attribution;

import org.jspecify.annotations.NullMarked;
