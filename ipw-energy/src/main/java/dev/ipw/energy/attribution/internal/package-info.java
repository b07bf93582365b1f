/**
 * The attribution of a device's joules: windows, phases, idle time and shares of overlapping requests, as pure
 * functions. For our own modules.
 */
@NullMarked
package dev.ipw.energy.attribution.internal;

import org.jspecify.annotations.NullMarked;
